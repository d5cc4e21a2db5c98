/** What the browser kept, which may be damaged or of another program: null then, and when there is nothing. */
export function parseStored(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}
