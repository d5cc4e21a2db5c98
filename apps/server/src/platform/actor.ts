import type { Role } from '@semaforo/contract/api/users';

/** The user on whose behalf something is done. */
export type Actor = { id: number; username: string; role: Role };

/** True when what belongs to that owner (null: nobody) is the actor's to see and command (docs/rules.md#owners). */
export function maySee(actor: Pick<Actor, 'id' | 'role'>, ownerId: number | null): boolean {
  return actor.role === 'admin' || actor.id === ownerId;
}
