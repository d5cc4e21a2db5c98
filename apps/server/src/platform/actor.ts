import type { Role } from '@semaforo/contract/api/users';
import type { Duty } from '@semaforo/contract/domain/duty';
import type { KeyScope } from '@semaforo/contract/domain/key-scope';

/**
 * The user on whose behalf something is done, under the name of who does it. `wall`: the name of the wall that watches
 * for that user. `person`: a person who acts for that user, with an account of their own (docs/rules.md#persons).
 * `key`: the key of a program, and `devices` those that it is limited to (docs/rules.md#api-keys).
 */
export type Actor = {
  id: number;
  username: string;
  role: Role;
  wall?: string;
  person?: { id: number; duty: Duty };
  key?: { id: number; scopes: readonly KeyScope[] };
  devices?: ReadonlySet<number>;
};

/** The session of a caller without one: of the key of a program. */
export const NO_SESSION = 0;

/** The actor that an account stands for, as it is stored. */
export function toActor(account: {
  id: number;
  username: string;
  role: Role;
  comune_id: number | null;
  duty: Duty | null;
}): Actor {
  const { id, username, role, comune_id, duty } = account;
  if (comune_id === null || duty === null) return { id, username, role };
  return { id: comune_id, username, role, person: { id, duty } };
}

/** True when the actor may see and command the devices of that owner (null: none). See docs/rules.md#owners. */
export function maySee(actor: Pick<Actor, 'id' | 'role'>, ownerId: number | null): boolean {
  return actor.role === 'admin' || actor.id === ownerId;
}

/** The account that logged in: its password, sessions, second factor, browsers and chats are those of one person. */
export function accountOf({ id, person }: Pick<Actor, 'id' | 'person'>): number {
  return person?.id ?? id;
}

/** By what the calls of a caller are counted: those of a program apart from those of people. */
export function callerOf(actor: Pick<Actor, 'id' | 'person' | 'key'>): string {
  return actor.key === undefined ? String(accountOf(actor)) : `key ${actor.key.id}`;
}

/** True for a program that may ask for a command or an alert, and needs a person to confirm it. */
export function onlyProposes({ key }: Pick<Actor, 'key'>): boolean {
  return key !== undefined && !key.scopes.includes('command');
}

/** True for two acts of one person: of one Comune under one name. */
export function isSamePerson(
  one: { id: number | null; username: string },
  other: { id: number | null; username: string },
): boolean {
  return one.id === other.id && one.username === other.username;
}
