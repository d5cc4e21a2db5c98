/**
 * The JSON value that the browser kept. The text may be damaged or of another program: the result is null then, and
 * when there is none.
 */
export function parseStored(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}
