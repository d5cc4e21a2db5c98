import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';
import type { DaySource } from './day-source.ts';

/** What is read of an act on a hand-over: its text was written by the one, and is taken away by the other. */
const ACTS = {
  'handovers.write': { text: 'after', outcome: 'lasciata' },
  'handovers.take': { text: 'before', outcome: 'presa' },
} as const;

/** The hand-overs that were left or taken on a day, by the audit: one that was taken is stored nowhere else. */
export function createDayHandovers(db: Kysely<Database>): DaySource {
  return async ({ ownerId, from, to, limit }) => {
    const all = db
      .selectFrom('audit')
      .select(['at', 'action', 'before', 'after', 'username'])
      .where('action', 'in', Object.keys(ACTS))
      .where('at', '>=', from)
      .where('at', '<', to)
      .where('outcome', '=', 'riuscita')
      .orderBy('at')
      .orderBy('id')
      .limit(limit);
    const own = ownerId === undefined ? all : all.where('user_id', '=', ownerId);
    return (await own.execute()).map(({ at, action, username, ...row }) => {
      const { text, outcome } = ACTS[action as keyof typeof ACTS];
      return {
        ...({ kind: 'consegna', test: false, at: isoTime(at), until: null } as const),
        ...{ what: textIn(row[text]), whom: '', outcome, author: username, approved_by: null },
      };
    });
  };
}

function textIn(json: string | null): string {
  const { text } = JSON.parse(json ?? '{}') as { text?: string };
  return text ?? '';
}
