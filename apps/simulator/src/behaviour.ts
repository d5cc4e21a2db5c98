/**
 * How a device takes a command: `obedient` does it and says so; `slow` says so `delayMs` later; `liar` does and reports the opposite;
 * `mute` does it and never reports an output; `held` does it and says so when released.
 */
export type Behaviour =
  | { kind: 'obedient' }
  | { kind: 'mute' }
  | { kind: 'liar' }
  | { kind: 'held' }
  | { kind: 'slow'; delayMs: number };

const WITHOUT_DELAY = ['obedient', 'mute', 'liar', 'held'] as const;
const SLOW = /^slow:([1-9]\d{0,6})$/;

/** The behaviour that a word names (`mute`, `slow:8000`), or undefined when it names none. */
export function parseBehaviour(word: string): Behaviour | undefined {
  const delay = SLOW.exec(word)?.[1];
  if (delay !== undefined) return { kind: 'slow', delayMs: Number(delay) };
  const kind = WITHOUT_DELAY.find((known) => known === word);
  return kind && { kind };
}
