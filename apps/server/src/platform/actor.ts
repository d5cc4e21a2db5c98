import type { Role } from '@semaforo/contract/api/users';
import type { Duty } from '@semaforo/contract/domain/duty';

/**
 * The user on whose behalf something is done, under the name of who does it. `wall`: the name of the wall that watches
 * for that user. `person`: a person who acts for that user, with an account of their own (docs/rules.md#persons).
 */
export type Actor = {
  id: number;
  username: string;
  role: Role;
  wall?: string;
  person?: { id: number; duty: Duty };
};

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

/** True for two acts of one person: of one Comune under one name. */
export function isSamePerson(
  one: { id: number | null; username: string },
  other: { id: number | null; username: string },
): boolean {
  return one.id === other.id && one.username === other.username;
}
