/** What the server sends (docs/decisions/0055-web-push.md); `path` is a screen of the console. */
type Notified = { key: string; title: string; text: string; path: string };

/** What a worker has of the browser to show and to open; tests bring their own. */
export type PushSurroundings = {
  base: string;
  show: (title: string, options: NotificationOptions) => Promise<void>;
  /** The open pages of this browser. */
  listPages: () => Promise<
    readonly { url: string; navigate: (url: string) => Promise<unknown>; focus: () => Promise<unknown> }[]
  >;
  openPage: (url: string) => Promise<unknown>;
};

/** Shows what the server told: something also for unreadable words, or the browser would take the right away. */
export async function showPush(data: string | undefined, around: PushSurroundings): Promise<void> {
  const notified = readNotified(data);
  await around.show(notified?.title ?? 'Semaforo', {
    body: notified?.text ?? 'C’è qualcosa da guardare nella console.',
    // What comes twice stands once.
    tag: notified?.key ?? 'semaforo',
    lang: 'it',
    icon: `${around.base}/favicon.svg`,
    data: notified?.path ?? '/allarmi',
  });
}

/** Opens the screen of a notification: in a page that is open already, where there is one. */
export async function openPush(path: unknown, around: PushSurroundings): Promise<void> {
  const url = `${around.base}${typeof path === 'string' && isScreen(path) ? path : '/allarmi'}`;
  const inside = `${around.base}/`;
  const page = (await around.listPages()).find((one) => new URL(one.url).pathname.startsWith(inside));
  if (!page) return void (await around.openPage(url));
  await page.focus();
  // A page that no worker rules over yet cannot be told where to go.
  await page.navigate(url).catch(() => around.openPage(url));
}

/** Nothing but a path of this console is opened on anybody's word. */
function isScreen(path: string): boolean {
  return /^\/[\w/-]*(#[\w-]*)?$/.test(path) && !path.startsWith('//');
}

function readNotified(data: string | undefined): Notified | undefined {
  try {
    const notified = JSON.parse(data ?? '') as Partial<Record<keyof Notified, unknown>> | null;
    const { key, title, text, path } = notified ?? {};
    const isNotified = [key, title, text, path].every((word) => typeof word === 'string');
    return isNotified ? (notified as Notified) : undefined;
  } catch {
    return undefined;
  }
}
