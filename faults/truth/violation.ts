/** What must always hold; docs of each in CONTRIBUTING.md would age, so each has its sentence here. */
export const INVARIANTS = {
  'lit-unsaid': 'a lamp is shown lit only when the device has said so',
  'fresh-wrong': 'a fresh lamp is what the device last said of it',
  'shown-wrong': 'what is shown is the last that the broker took over from the device',
  'stored-wrong': 'what is stored is what is shown',
  'page-differs': 'an open page shows what the server answers, within 2 s',
  'confirmed-dark':
    'confirmed means that the device said so after the broker had the command, and no other lamp was lit',
  'late-message': 'no message acts after the deadline of its command',
  'odd-message': 'no command is retained, and none goes to any other topic',
  'old-click': 'a press of over 10 s is refused, and no deadline is later than 10 s after its press',
  'left-open': 'no delivery stays open for over 90 s',
  'schedule-ends':
    'every schedule has an outcome, the one that its deliveries say; none is early, none runs twice',
  'acted-twice': 'one idempotency key acts once',
  'desired-wrong': 'what is desired follows from the last command, or from what a person accepted since',
  'drift-untold':
    'a device that reports something else than is desired is out of sync, also after it confirmed',
  'answer-untrue': 'the history does not contradict an answer',
  'error-untrue': 'a device is in error only for a fault of its own',
  'two-lit': 'lamps that the device says are lit together are an error by name',
  'server-ended': 'the server never ends by itself',
  'not-acknowledged':
    'when all is mended every device is on the broker, and what it said is acknowledged, within 30 s',
  'not-calm': 'when all is mended the server is ready and the link is up within 30 s',
} as const;

export type Invariant = keyof typeof INVARIANTS;

/** Something that must not be. `key`: the device that it is about. */
export type Violation = { invariant: Invariant; what: string; key: string | undefined; at: number };

/** Notes a violation. */
export type ReportViolation = (
  invariant: Invariant,
  what: string,
  about?: { key?: string; at?: number },
) => void;
