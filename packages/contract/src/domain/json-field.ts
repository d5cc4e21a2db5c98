/**
 * What the JSON object in a payload has at a path (`temperature.tC`), as a text; undefined when that is no simple
 * value. Without a path the payload itself.
 */
export function valueIn(payload: string, path: string | undefined): string | undefined {
  return path === undefined ? payload : simpleValue(fieldIn(payload, path));
}

/** What the JSON object in a payload has at a path, whatever it is; undefined when it has nothing there. */
export function fieldIn(payload: string, path: string): unknown {
  return fieldOf(parsed(payload), path);
}

/** What a payload says as JSON; undefined for a text that is none. */
export function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload) as unknown;
  } catch {
    return undefined;
  }
}

/** What a parsed object has at a path, whatever it is; undefined when it has nothing there. */
export function fieldOf(content: unknown, path: string): unknown {
  let value = content;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** A text, number or truth value as a text; undefined for anything else. */
export function simpleValue(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}
