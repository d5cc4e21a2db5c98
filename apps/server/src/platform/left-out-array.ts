/**
 * An array of numbers that was left out when its document was parsed. Written as JSON it is empty: a document is the
 * same with its geometry and without.
 */
export class LeftOutArray {
  /** The array as it was written, brackets included; nobody has checked what is between them. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): [] {
    return [];
  }
}

/** Puts what was emptied (see `emptyArrays`) in its place in the parsed document, in which members are as `member`. */
export function putLeftOut(parsed: unknown, member: string, emptied: readonly string[]): void {
  if (typeof parsed !== 'object' || parsed === null) return;
  if (Array.isArray(parsed)) {
    for (const item of parsed) putLeftOut(item, member, emptied);
    return;
  }
  const fields = parsed as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) {
    const text = name === member ? emptied[placeOf(value)] : undefined;
    if (text === undefined) putLeftOut(value, member, emptied);
    else fields[name] = new LeftOutArray(text);
  }
}

function placeOf(value: unknown): number {
  const [place, ...others] = Array.isArray(value) ? (value as unknown[]) : [];
  return typeof place === 'number' && others.length === 0 ? place : -1;
}
