/** What a key of a program may do (docs/rules.md#api-keys). None of them includes another. */
export const KEY_SCOPES = ['read', 'propose', 'command'] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];

/** What people read. */
export const KEY_SCOPE_NAMES: Record<KeyScope, string> = {
  read: 'leggere',
  propose: 'proporre',
  command: 'comandare',
};
