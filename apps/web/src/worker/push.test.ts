import { expect, test, vi } from 'vitest';
import { openPush, showPush } from './push.ts';

const NOTIFIED = {
  key: 'alarm:3:0:0',
  title: 'Allarme: s1',
  text: 'Prenderlo in carico',
  path: '/allarmi#allarme-3',
};

function browser(pages: readonly string[] = []) {
  const acts: string[] = [];
  const show = vi.fn((_title: string, _options: NotificationOptions) => Promise.resolve());
  const around = {
    base: '/comune',
    show,
    listPages: () =>
      Promise.resolve(
        pages.map((url) => ({
          url,
          navigate: (to: string) => Promise.resolve(acts.push(`navigate ${to}`)),
          focus: () => Promise.resolve(acts.push('focus')),
        })),
      ),
    openPage: (url: string) => Promise.resolve(acts.push(`open ${url}`)),
  };
  return { around, show, acts };
}

test('it shows the words of the server, and what comes twice stands once', async () => {
  const { around, show } = browser();
  await showPush(JSON.stringify(NOTIFIED), around);
  expect(show).toHaveBeenCalledWith(
    'Allarme: s1',
    expect.objectContaining({ body: 'Prenderlo in carico', tag: 'alarm:3:0:0', data: '/allarmi#allarme-3' }),
  );
});

test.each([undefined, '', 'null', '{"title":1}'])('of %s it says that there is something', async (data) => {
  const { around, show } = browser();
  await showPush(data, around);
  expect(show).toHaveBeenCalledWith('Semaforo', expect.objectContaining({ data: '/allarmi' }));
});

test('a press opens the alarm, in the page that is open where there is one', async () => {
  const open = browser(['https://console.test/altro/', 'https://console.test/comune/dashboard']);
  await openPush('/allarmi#allarme-3', open.around);
  expect(open.acts).toEqual(['focus', 'navigate /comune/allarmi#allarme-3']);
  const closed = browser(['https://console.test/altro/']);
  await openPush('/allarmi#allarme-3', closed.around);
  expect(closed.acts).toEqual(['open /comune/allarmi#allarme-3']);
});

test.each(['//evil.test', 'https://evil.test', '/\\evil.test', undefined])(
  'it never opens %s',
  async (path) => {
    const { around, acts } = browser();
    await openPush(path, around);
    expect(acts).toEqual(['open /comune/allarmi']);
  },
);
