import type { handoverRoutes } from '@semaforo/contract/api/handovers';
import type { Kysely } from 'kysely';
import { appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import { notFound } from '../platform/refusal.ts';

/** What the shifts of one Comune tell each other: of others nobody reads anything. */
export function createHandoverHandlers({
  db,
  clock,
}: {
  db: Kysely<Database>;
  clock: Clock;
}): Handlers<typeof handoverRoutes> {
  const list = async (ownerId: number) => {
    const rows = await db
      .selectFrom('handovers')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .orderBy('id')
      .execute();
    return {
      handovers: rows.map(({ id, text, author, written_at: at }) => ({
        ...{ id, text, author, written_at: isoTime(at) },
      })),
    };
  };
  return {
    listHandovers: ({ actor }) => list(actor.id),
    writeHandover: async (call) => {
      const { actor, body } = call;
      const at = clock.now();
      await db.transaction().execute(async (transaction) => {
        const row = { owner_id: actor.id, text: body.text, author: actor.username, written_at: at };
        await transaction.insertInto('handovers').values(row).execute();
        await appendAudit(transaction, {
          ...{ at, author: authorOf(call), action: 'handovers.write', after: { text: body.text } },
        });
      });
      return list(actor.id);
    },
    takeHandover: async (call) => {
      const { actor, params } = call;
      const isTaken = await db.transaction().execute(async (transaction) => {
        const taken = await transaction
          .deleteFrom('handovers')
          .where('id', '=', params.id)
          .where('owner_id', '=', actor.id)
          .returning('text')
          .executeTakeFirst();
        if (!taken) return false;
        await appendAudit(transaction, {
          ...{ at: clock.now(), author: authorOf(call), action: 'handovers.take' },
          ...{ target: `handover:${params.id}`, before: { text: taken.text } },
        });
        return true;
      });
      return isTaken ? list(actor.id) : notFound();
    },
  };
}
