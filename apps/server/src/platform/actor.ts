import type { Role } from '@semaforo/contract/api/users';

/** The user on whose behalf something is done. */
export type Actor = { id: number; username: string; role: Role };

/** True when what belongs to that owner (null: nobody) is the actor's to see and command (product.md, section 1). */
export function maySee(actor: Pick<Actor, 'id' | 'role'>, ownerId: number | null): boolean {
  return actor.role === 'admin' || actor.id === ownerId;
}
