import type { AuditRecord } from '../database/audit-trail.ts';

/** So many kinds of a user's refusals have rows of their own within a minute; what exceeds them shares one. */
const KINDS_PER_USER = 30;
const OTHERS = { action: 'requests.others', code: 'several', reason: 'Altre richieste rifiutate' };

/** Tells what is the first of its kind within a period from what repeats it, so that a flood makes few rows. */
export type RepeatedActs = {
  /** The row to write now, for the first of its kind; undefined for one that is only counted. */
  take: (act: AuditRecord) => AuditRecord | undefined;
  /** Ends the period: one row for each kind that was repeated in it, with how often. */
  close: () => AuditRecord[];
};

type Kind = { last: AuditRecord; repeats: number };

/** A kind is the same user, action, outcome and reason. */
export function createRepeatedActs(): RepeatedActs {
  let kindsByUser = new Map<string, Map<string, Kind>>();

  return {
    take: (act) => {
      const user = `${act.author.id} ${act.author.username}`;
      const kinds = kindsByUser.get(user) ?? new Map<string, Kind>();
      kindsByUser.set(user, kinds);
      const key = [act.action, act.outcome, act.code].join(' ');
      if (kinds.has(key) || kinds.size < KINDS_PER_USER) return count(kinds, key, act);
      const { at, author } = act;
      return count(kinds, OTHERS.action, { at, author, outcome: 'rifiutata', ...OTHERS });
    },
    close: () => {
      const ended = [...kindsByUser.values()].flatMap((kinds) => [...kinds.values()]);
      kindsByUser = new Map();
      return ended
        .filter(({ repeats }) => repeats > 0)
        .map(({ last, repeats }) => ({ ...last, times: repeats }));
    },
  };
}

function count(kinds: Map<string, Kind>, key: string, act: AuditRecord): AuditRecord | undefined {
  const known = kinds.get(key);
  if (!known) {
    kinds.set(key, { last: act, repeats: 0 });
    return act;
  }
  known.last = act;
  known.repeats += 1;
  return undefined;
}
