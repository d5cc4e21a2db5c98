/**
 * The longest text of one message (core.telegram.org/bots/api#sendmessage), counted in UTF-16 units, which are
 * never fewer than characters.
 */
export const MAX_MESSAGE_LENGTH = 4096;

/** A part is at least this long, unless it is the last: shorter messages say too little. */
const SHORTEST_PART = MAX_MESSAGE_LENGTH / 2;

/**
 * Splits a text into messages that Telegram takes: at the end of a line, else at a space, else between characters.
 */
export function messageParts(text: string): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > MAX_MESSAGE_LENGTH) {
    const end = cutOf(rest);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') parts.push(rest);
  return parts;
}

function cutOf(text: string): number {
  const head = text.slice(0, MAX_MESSAGE_LENGTH + 1);
  const line = head.lastIndexOf('\n');
  if (line > SHORTEST_PART) return line;
  const space = head.lastIndexOf(' ');
  if (space > SHORTEST_PART) return space;
  const splitsCharacter = /[\uD800-\uDBFF]/.test(text.charAt(MAX_MESSAGE_LENGTH - 1));
  return splitsCharacter ? MAX_MESSAGE_LENGTH - 1 : MAX_MESSAGE_LENGTH;
}
