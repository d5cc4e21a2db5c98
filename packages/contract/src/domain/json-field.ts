/**
 * What the JSON object in a payload has at a path (`temperature.tC`), as a text; undefined when that is no simple
 * value. Without a path the payload itself.
 */
export function valueIn(payload: string, path: string | undefined): string | undefined {
  if (path === undefined) return payload;
  const value = fieldIn(payload, path);
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** What the JSON object in a payload has at a path, whatever it is; undefined when it has nothing there. */
export function fieldIn(payload: string, path: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    // A text that is no JSON says nothing.
    return undefined;
  }
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
