/** What a browser shows: two lines, and the screen that a press opens. `key`: it is shown once. */
export type PushMessage = { key: string; title: string; text: string; path: string; ttlMs: number };

/** Together, at four bytes a character, less than one record of RFC 8188 holds, whatever things are called. */
const TITLE_AT_MOST = 120;
const TEXT_AT_MOST = 700;

/** The message as the service worker of the page reads it. */
export function toPayload({ key, title, text, path }: PushMessage): string {
  return JSON.stringify({ key, title: cut(title, TITLE_AT_MOST), text: cut(text, TEXT_AT_MOST), path });
}

function cut(words: string, most: number): string {
  const characters = [...words];
  return characters.length <= most ? words : `${characters.slice(0, most - 1).join('')}…`;
}
