import { createTimeSlices } from './time-slices.ts';

const QUOTE = 34;
const OPEN = 91;
const CLOSE = 93;
const OPEN_OBJECT = 123;
/** So many characters are read before the time is asked. */
const CHARACTERS_PER_CHECK = 65_536;
const COLON_AND_ARRAY = /\s*:\s*\[/y;

/** JSON text in which arrays of numbers hold nothing but their place in `emptied`, where the text of each one is. */
export type EmptiedJson = { json: string; emptied: string[] };

/**
 * JSON text without the arrays of a member, wherever the member is: what fills a map is a megabyte, and whoever reads
 * the rest need not parse it. Arrays with texts or objects in them stay. Read in slices, between which the server does
 * other work.
 */
export async function emptyArrays(json: string, member: string): Promise<EmptiedJson> {
  const key = JSON.stringify(member);
  const slices = createTimeSlices();
  const kept: string[] = [];
  const emptied: string[] = [];
  let from = 0;
  for (let at = json.indexOf(key); at >= 0; at = json.indexOf(key, at + key.length)) {
    COLON_AND_ARRAY.lastIndex = at + key.length;
    if (!COLON_AND_ARRAY.test(json)) continue;
    const open = COLON_AND_ARRAY.lastIndex - 1;
    const close = await closingBracket(json, open, slices);
    if (close === undefined) continue;
    kept.push(json.slice(from, open + 1), String(emptied.length));
    emptied.push(json.slice(open, close + 1));
    from = close;
    at = close - key.length;
    await slices.yieldToEventLoop();
  }
  return { json: kept.join('') + json.slice(from), emptied };
}
/** Where the array that opens there closes; undefined when it holds more than numbers and arrays of them. */
async function closingBracket(
  json: string,
  open: number,
  slices: ReturnType<typeof createTimeSlices>,
): Promise<number | undefined> {
  let depth = 0;
  for (let at = open; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === OPEN) depth += 1;
    else if (code === CLOSE) depth -= 1;
    else if (code === QUOTE || code === OPEN_OBJECT) return undefined;
    if (depth === 0) return at;
    if (at % CHARACTERS_PER_CHECK === 0) await slices.yieldToEventLoop();
  }
  return undefined;
}
