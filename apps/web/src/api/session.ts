const STORAGE_KEY = 'accessToken';

const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** The stored access token, or null when nobody is logged in. */
export function readAccessToken(): string | null {
  return localStorage.getItem(STORAGE_KEY);
}

/** Keeps the token of a log-in, in this browser and its other tabs. */
export function storeAccessToken(token: string): void {
  localStorage.setItem(STORAGE_KEY, token);
  notify();
}

/** A call under way whose answer will be the next token. */
let renewal: Promise<void> | undefined;

/** Replaces the token by the one that a call answers. What is refused meanwhile with the old one ends no session. */
export async function renewAccessToken(call: () => Promise<string>): Promise<void> {
  renewal = call().then(storeAccessToken);
  try {
    await renewal;
  } finally {
    renewal = undefined;
  }
}

/** Ends the session in this browser and its other tabs; with `refused`, only if that token is still the stored one, and is not being replaced. */
export function clearAccessToken(refused?: string): void {
  if (refused !== undefined && renewal) {
    const judgeAgain = () => clearAccessToken(refused);
    void renewal.then(judgeAgain, judgeAgain);
    return;
  }
  if (refused !== undefined && refused !== readAccessToken()) return;
  localStorage.removeItem(STORAGE_KEY);
  notify();
}

/** Calls the listener after each change of the token, here or in another tab; answers the way to stop. */
export function subscribeToSession(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}
