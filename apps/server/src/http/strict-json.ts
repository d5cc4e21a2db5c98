/** Thrown for text that is not strict JSON, with an Italian sentence. */
export class StrictJsonError extends Error {}

const MAX_DEPTH = 32;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses UTF-8 JSON and refuses what JSON.parse lets through: invalid UTF-8, a BOM, a key given twice, the key `__proto__`, nesting beyond 32. */
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

/** The keys seen of an object that is open; undefined for an array. */
type Keys = Set<string> | undefined;

/** Walks text that is known to be valid JSON. */
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
  // Schemas pass over this key, known or not.
  if (key === '__proto__') throw new StrictJsonError(`Campo sconosciuto: ${key}`);
  if (keys?.has(key)) throw new StrictJsonError(`Il campo ${token} è ripetuto`);
  keys?.add(key);
}

/** In valid JSON a string is a key exactly when a colon follows it. */
function isKey(text: string, end: number): boolean {
  NEXT_COLON.lastIndex = end;
  return NEXT_COLON.test(text);
}
