import type { AuditAuthor } from '../database/audit-trail.ts';
import type { Actor } from '../platform/actor.ts';

/** The author of a call, for the audit. */
export function authorOf({ actor, address }: { actor: Actor; address: string }): AuditAuthor {
  return { id: actor.id, username: actor.username, address };
}
