import type { Role } from '@semaforo/contract/api/users';

/** The user on whose behalf something is done; `wall`: the name of the wall that watches for that user. */
export type Actor = { id: number; username: string; role: Role; wall?: string };

/** True when the actor may see and command the devices of that owner (null: none). See docs/rules.md#owners. */
export function maySee(actor: Pick<Actor, 'id' | 'role'>, ownerId: number | null): boolean {
  return actor.role === 'admin' || actor.id === ownerId;
}
