/** Thrown for text that is not strict JSON. The message is an Italian sentence. */
export class StrictJsonError extends Error {}

const MAX_DEPTH = 32;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses UTF-8 JSON. Unlike JSON.parse it refuses a BOM, repeated keys, the key `__proto__` and more than 32
 * levels.
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new StrictJsonError('Il corpo della richiesta non è UTF-8 valido');
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new StrictJsonError('Il corpo della richiesta non è JSON valido');
  }
  refuseRepeatedKeys(text);
  return parsed;
}

const STRING_OR_BRACKET = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs;

const NEXT_COLON = /\s*:/y;

/** The keys seen so far in an open object; undefined for an array. */
type Keys = Set<string> | undefined;

/** Expects valid JSON. */
function refuseRepeatedKeys(text: string): void {
  const open: Keys[] = [];
  for (const { 0: token, index } of text.matchAll(STRING_OR_BRACKET)) {
    if (token === '{') enter(open, new Set());
    else if (token === '[') enter(open, undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (isKey(text, index + token.length)) note(open.at(-1), token);
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
