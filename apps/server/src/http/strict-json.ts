/** Thrown for text that is not strict JSON, with an Italian sentence. */
export class StrictJsonError extends Error {}

const MAX_DEPTH = 32;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses UTF-8 JSON and refuses what JSON.parse lets through: invalid UTF-8, a BOM, a key given twice, nesting beyond 32. */
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

/** Walks text that is known to be valid JSON, with the keys seen of each object that is open (undefined for an array). */
function refuseRepeatedKeys(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  for (const { 0: token, index } of text.matchAll(STRING_OR_BRACKET)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : undefined);
      if (open.length > MAX_DEPTH) throw new StrictJsonError('Il corpo della richiesta è troppo annidato');
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (isKey(text, index + token.length)) {
      const key = JSON.parse(token) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) throw new StrictJsonError(`Il campo ${token} è ripetuto`);
      keys?.add(key);
    }
  }
}

/** In valid JSON a string is a key exactly when a colon follows it. */
function isKey(text: string, end: number): boolean {
  let next = end;
  while (' \t\n\r'.includes(text.charAt(next)) && next < text.length) next += 1;
  return text.charAt(next) === ':';
}
