import { colorOfChannel } from '@semaforo/contract/domain/channels';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { Command, Comune } from './crash-town.ts';
import type { ReportViolation } from './violation.ts';
import type { Received } from './witness.ts';

/**
 * Checks the messages to one signal. None may come before a command was accepted. Then the colors follow the order
 * of the schedules and never go back. In the end only the last color may be lit.
 */
export function assertSignal(
  signal: { key: string; comune: Comune; received: Received; firstCommand: Command | undefined },
  reportViolation: ReportViolation,
): void {
  const { key, comune, firstCommand } = signal;
  const sent = signal.received.filter(({ isCommand }) => isCommand);
  if (sent.some(({ at }) => at < (firstCommand?.created_at ?? Number.POSITIVE_INFINITY)))
    reportViolation('untruthful', `${key} was commanded before a command was accepted`);

  const order = comune.schedules.map(({ color }) => color);
  const replayed: Replayed = { key, order, lit: new Set(['verde']), current: -1 };
  for (const { channel, payload } of sent) {
    const color = colorOfChannel(key, channel);
    if (color === undefined) reportViolation('untruthful', `${key} was commanded ${channel}`);
    else if (payload === '1') lightUp(color, replayed, reportViolation);
    else putOut(color, replayed, reportViolation);
  }
  const [shown, ...others] = [...replayed.lit];
  if (shown !== order.at(-1) || others.length > 0)
    reportViolation('missed', `${key} shows ${[...replayed.lit].join(' ')} in the end`);
}

/** A signal as the commands change it. `current` is the place of its color in the order of the schedules. */
type Replayed = { key: string; order: readonly SignalColor[]; lit: Set<SignalColor>; current: number };

function lightUp(color: SignalColor, replayed: Replayed, reportViolation: ReportViolation): void {
  const { key, order, lit } = replayed;
  const place = order.indexOf(color);
  if (place < 0) reportViolation('untruthful', `${key} was commanded ${color}, which nobody asked for`);
  else if (place < replayed.current) reportViolation('doubled', `${key} was sent back to ${color}`);
  replayed.current = Math.max(replayed.current, place);
  lit.add(color);
}

function putOut(color: SignalColor, replayed: Replayed, reportViolation: ReportViolation): void {
  const { key, order, lit } = replayed;
  lit.delete(color);
  if (color === order[replayed.current]) reportViolation('doubled', `${key} left ${color}`);
  if (lit.size === 0) reportViolation('untruthful', `${key} went dark`);
}
