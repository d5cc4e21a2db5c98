import type { OutputWrite } from '@semaforo/contract/domain/channels';

/**
 * How a device takes a command: `obedient` executes and reports it; `slow` reports it `delayMs` later; `liar` executes
 * and reports the opposite; `mute` executes it and never reports an output; `held` executes it and reports it when
 * released.
 */
export type Behaviour =
  | { kind: 'obedient' }
  | { kind: 'mute' }
  | { kind: 'liar' }
  | { kind: 'held' }
  | { kind: 'slow'; delayMs: number };

export type BehaviourKind = Behaviour['kind'];

const DELAY_MS = /^[1-9]\d{0,6}$/;

/** How each kind is read from its parameter: what follows the colon in `slow:8000`. */
const PARSERS: Record<BehaviourKind, (parameter: string | undefined) => Behaviour | undefined> = {
  obedient: withoutParameter('obedient'),
  mute: withoutParameter('mute'),
  liar: withoutParameter('liar'),
  held: withoutParameter('held'),
  slow: (parameter = '') =>
    DELAY_MS.test(parameter) ? { kind: 'slow', delayMs: Number(parameter) } : undefined,
};

/** The behaviour that a word names (`mute`, `slow:8000`), or undefined when it names none. */
export function parseBehaviour(word: string): Behaviour | undefined {
  const [kind = '', parameter, ...rest] = word.split(':');
  return isKind(kind) && rest.length === 0 ? PARSERS[kind](parameter) : undefined;
}

/** The output that a device writes when it is commanded to write another. */
export function executedWrite({ kind }: Behaviour, { channel, payload }: OutputWrite): OutputWrite {
  switch (kind) {
    case 'obedient':
    case 'mute':
    case 'held':
    case 'slow':
      return { channel, payload };
    case 'liar':
      return { channel, payload: payload === '1' ? '0' : '1' };
  }
}

/** When a device reports what it executed: after that many milliseconds, when it is released, or never. */
export function reportTime(behaviour: Behaviour): number | 'when-released' | 'never' {
  switch (behaviour.kind) {
    case 'obedient':
    case 'liar':
      return 0;
    case 'slow':
      return behaviour.delayMs;
    case 'held':
      return 'when-released';
    case 'mute':
      return 'never';
  }
}

function withoutParameter(kind: Exclude<BehaviourKind, 'slow'>) {
  return (parameter: string | undefined) => (parameter === undefined ? { kind } : undefined);
}

function isKind(word: string): word is BehaviourKind {
  return Object.hasOwn(PARSERS, word);
}
