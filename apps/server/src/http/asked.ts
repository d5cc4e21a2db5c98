/** Fields of bodies that say what was asked for. What is not named here, passwords above all, never gets into a row. */
const TOLD = [
  'username',
  'role',
  'color',
  'command',
  'type',
  'device_type',
  'topic',
  'name',
  'userId',
  'execute_at',
  'broker',
  'port',
] as const;

const LONGEST_VALUE = 100;

/** What the body of a refused request asked for, in short; undefined when it has nothing that may be told. */
export function asked(body: unknown): Record<string, string | number> | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const given = body as Record<string, unknown>;
  const told = TOLD.flatMap((field): [string, string | number][] => {
    const value = given[field];
    if (typeof value === 'number') return [[field, value]];
    // A host may be written with a log-in before it.
    return typeof value === 'string' && !value.includes('@') ? [[field, value.slice(0, LONGEST_VALUE)]] : [];
  });
  return told.length === 0 ? undefined : Object.fromEntries(told);
}
