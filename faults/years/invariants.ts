/** What must always hold. */
export const INVARIANTS = {
  'lit-unsaid': 'a lamp is shown lit only when the device has said so',
  'fresh-wrong': 'a fresh lamp is what the device last said of it',
  'time-wrong': 'the time of a lamp is when the device said so',
  'page-differs': 'an open page shows what the server answers',
  'late-message': 'nothing reaches the broker after the deadline of its command',
  'odd-message': 'no command is retained, and none goes to what is no device',
  'old-click': 'a press of over 10 s is refused',
  'left-open': 'no delivery stays open',
  'confirmed-dark': 'confirmed means that the device said so after the command',
  'schedule-ends': 'every schedule has an outcome; none is early, late, twice or lost',
  'acted-twice': 'one idempotency key acts once, also over a crash',
  'answered-lost': 'what was answered with success is stored, also after a power cut',
  'desired-wrong': 'what is desired follows from the last command, or from what a person accepted since',
  'drift-untold': 'a device that reports something else than is desired is out of sync',
  'warning-lost': 'a warning holds: an obedient signal shows it again, or an alarm says that it does not',
  'lowered-alone': 'nothing lowers a signal without a person',
  'citizen-milder': 'citizens never read a milder state than is known',
  'page-untrue': 'citizens read of a signal what it reports as desired, and else that it is not known',
  'alarm-unheard': 'each alarm reaches a person on duty',
  'error-untrue': 'an obedient device on a calm network is in no error',
  'two-lit': 'lamps that are lit together are an error',
  'audit-broken': 'the audit is whole',
  unbounded: 'nothing that waits grows without bounds',
  'log-error': 'nothing fails in the server while nothing is broken',
  'not-calm': 'when nothing is broken any more the server, its link and every device are there again',
} as const;

export type Invariant = keyof typeof INVARIANTS;

/** Something that must not be. */
export type Finding = readonly [Invariant, string];

/** The first one of a run. */
export type Violation = { invariant: Invariant; what: string };
