import pLimit from 'p-limit';
import { emptyArrays } from '../platform/empty-arrays.ts';
import { putLeftOut } from '../platform/left-out-array.ts';
import { createTimeSlices } from '../platform/time-slices.ts';

/** Thrown for text that is not strict JSON. The message is an Italian sentence. */
export class StrictJsonError extends Error {}

const MAX_DEPTH = 32;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What is left of a large body; more would hold up the server while it is parsed. */
const LARGEST_LEFT = 1024 * 1024;

/** Parses UTF-8 JSON, see `parseStrictJsonText`. */
export function parseStrictJson(bytes: Uint8Array): unknown {
  return parseStrictJsonText(decodeUtf8(bytes));
}

/** The slices of several would follow each other without a turn for anybody else. */
const oneAtATime = pLimit(1);

/**
 * Parses large JSON, or UTF-8 of it, in slices. The arrays of numbers of a member are not parsed: each is a
 * LeftOutArray.
 */
export function parseLargeJson(json: Uint8Array | string, member: string): Promise<unknown> {
  return oneAtATime(async () => {
    const { json: text, emptied } = await emptyArrays(
      typeof json === 'string' ? json : decodeUtf8(json),
      member,
    );
    if (text.length > LARGEST_LEFT) throw new StrictJsonError('Il corpo della richiesta è troppo grande');
    const parsed = parse(text);
    const slices = createTimeSlices();
    const checking = refuseRepeatedKeys(text);
    while (!checking.next().done) await slices.yieldToEventLoop();
    putLeftOut(parsed, member, emptied);
    return parsed;
  });
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new StrictJsonError('Il corpo della richiesta non è UTF-8 valido');
  }
}

/**
 * Parses JSON. Unlike JSON.parse it refuses a BOM, repeated keys, the key `__proto__` and more than 32 levels. Throws a
 * StrictJsonError.
 */
export function parseStrictJsonText(text: string): unknown {
  const parsed = parse(text);
  const checking = refuseRepeatedKeys(text);
  while (!checking.next().done);
  return parsed;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new StrictJsonError('Il corpo della richiesta non è JSON valido');
  }
}

const STRING_OR_BRACKET = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs;

const NEXT_COLON = /\s*:/y;

/** The keys seen so far in an open object; undefined for an array. */
type Keys = Set<string> | undefined;

/** So many keys, texts and brackets are looked at before others may have their turn. */
const TOKENS_AT_ONCE = 2000;

/** Expects valid JSON. Stops now and then, for whoever gives way to others. */
function* refuseRepeatedKeys(text: string): Generator<void, void> {
  const open: Keys[] = [];
  let tokens = 0;
  for (const { 0: token, index } of text.matchAll(STRING_OR_BRACKET)) {
    if (token === '{') enter(open, new Set());
    else if (token === '[') enter(open, undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (isKey(text, index + token.length)) note(open.at(-1), token);
    tokens += 1;
    if (tokens % TOKENS_AT_ONCE === 0) yield;
  }
}

function enter(open: Keys[], keys: Keys): void {
  open.push(keys);
  if (open.length > MAX_DEPTH) throw new StrictJsonError('Il corpo della richiesta è troppo annidato');
}

function note(keys: Keys, token: string): void {
  const key = JSON.parse(token) as string;
  // Zod schemas ignore this key instead of refusing it.
  if (key === '__proto__') throw new StrictJsonError(`Campo sconosciuto: ${key}`);
  if (keys?.has(key)) throw new StrictJsonError(`Il campo ${token} è ripetuto`);
  keys?.add(key);
}

/** In valid JSON a string is a key if and only if a colon follows it. */
function isKey(text: string, end: number): boolean {
  NEXT_COLON.lastIndex = end;
  return NEXT_COLON.test(text);
}
