const UNIQUE_VIOLATIONS = ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'];
const FOREIGN_KEY_VIOLATIONS = ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'];

/** True when a write was refused because a unique value exists already, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, UNIQUE_VIOLATIONS);
}

/** True when a write was refused because the row that it refers to does not exist, on either engine. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, FOREIGN_KEY_VIOLATIONS);
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
