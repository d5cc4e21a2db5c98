/** A decimal as it is typed, with point or comma; null when blank, NaN when it is no number. */
export function readDecimal(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  return text === '' ? null : Number(text);
}

/** A decimal as it is typed in Italy, with all its digits: '30,5'. */
export function writeDecimal(value: number): string {
  return String(value).replace('.', ',');
}
