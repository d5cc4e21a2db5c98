import type { ScheduleOutcome } from './schedule-rules.ts';
import { TARGET_KINDS } from './targets.ts';

/** How an alert stands (docs/rules.md#alerts). */
export const ALERT_STATES = [
  'proposta',
  'confermata',
  'in corso',
  'conclusa',
  'rifiutata',
  'revocata',
  'superata',
] as const;

export type AlertState = (typeof ALERT_STATES)[number];

/** What was decided of an alert; its beginning and its end are acts of their own. */
export type AlertDecision = Exclude<AlertState, 'in corso'>;

/** Where an alert comes from: the words of a person, a bulletin, or the water at a site (docs/rules.md#site-rules). */
export const ALERT_SOURCES = ['persona', 'bollettino', 'sensor'] as const;

export type AlertSource = (typeof ALERT_SOURCES)[number];

/** For whom an alert is; `nessuno`: an exercise on the screen only. */
export const ALERT_TARGET_KINDS = [...TARGET_KINDS, 'zona', 'nessuno'] as const;

export type AlertTargetKind = (typeof ALERT_TARGET_KINDS)[number];

/**
 * What a person is still asked: to begin what was not begun in time, to confirm the end, or to confirm what another
 * person asked for.
 */
export const ALERT_AWAITS = ['inizio', 'fine', 'seconda persona'] as const;

export type AlertAwaits = (typeof ALERT_AWAITS)[number];

/** What the policy of a Comune makes of a bulletin: `propone` unless told otherwise (docs/rules.md#alert-policy). */
export const ALERT_POLICIES = ['propone', 'alza', 'avvisa'] as const;

export type AlertPolicy = (typeof ALERT_POLICIES)[number];

/** So long a person may take back what they decided of an alert. */
export const UNDO_WITHIN_MS = 10_000;

/** The setting of a user that holds the policy. */
export const ALERT_POLICY_SETTING = 'alert_policy';

/** At the end of an alert a lamp is left as it is for another alert that begins within this time. */
export const NEXT_ALERT_WITHIN_MS = 60_000;

/** The last minute of a day: alerts of bulletins end at 23:59. */
export const LAST_MINUTE = '23:59';

/** How the beginning or the end of an alert went: null while it waits, undefined when it was never appointed. */
type StepOutcome = ScheduleOutcome | null | undefined;

export type AlertFacts = {
  decision: AlertDecision;
  /** When it begins and ends (epoch ms); confirmed late, it begins later than it is for. */
  beginsAt: number;
  to: number;
  /** False when a machine raised it and no person has confirmed when it ends. */
  endConfirmed: boolean;
  /** True once a person made it or wanted it: a proposal then waits for another one. */
  isRequested?: boolean;
  begin: StepOutcome;
  end: StepOutcome;
};

/** The state of an alert and what it awaits, from what was decided and done. */
export function alertCondition(
  facts: AlertFacts,
  now: number,
): { state: AlertState; awaits: AlertAwaits | null } {
  const { decision, to, begin, end } = facts;
  const unlessEndMissed = end === 'mancata' ? 'fine' : null;
  if (decision === 'proposta') return proposalCondition(facts, now);
  if (decision !== 'confermata') return { state: decision, awaits: unlessEndMissed };
  if (wasDone(end)) return { state: 'conclusa', awaits: null };
  if (wasDone(begin)) {
    const asksForEnd = end === 'mancata' || (to <= now && !facts.endConfirmed);
    return { state: 'in corso', awaits: asksForEnd ? 'fine' : null };
  }
  if (begin === 'annullata') return { state: 'revocata', awaits: null };
  if (to <= now && begin === 'mancata') return { state: 'conclusa', awaits: null };
  return { state: 'confermata', awaits: begin === 'mancata' ? 'inizio' : null };
}

function proposalCondition({ to, isRequested }: AlertFacts, now: number): ReturnType<typeof alertCondition> {
  if (to <= now) return { state: 'superata', awaits: null };
  return { state: 'proposta', awaits: isRequested === true ? 'seconda persona' : null };
}

/**
 * True while an alert determines lamps: from its beginning, even one that was missed, until its end is done or due.
 * What has begun goes on, also when the clock is set back to a time before.
 */
export function isAlertInCourse(facts: AlertFacts, now: number): boolean {
  const { decision, beginsAt, to, begin, end } = facts;
  if (decision !== 'confermata' || wasDone(end) || begin === 'annullata') return false;
  // Of two ends that are late the newer one goes first: the other, which waits, must not hold the lamp.
  if (end === null && to <= now) return false;
  return wasDone(begin) || (beginsAt <= now && now < to);
}

/** False for a beginning or an end that was never appointed, waits, was missed or was taken back. */
export function wasDone(outcome: StepOutcome): boolean {
  return outcome !== null && outcome !== undefined && outcome !== 'mancata' && outcome !== 'annullata';
}
