import { colorOfChannel } from '@semaforo/contract/domain/channels';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { Command, Comune } from './crash-town.ts';
import type { Blame } from './violation.ts';
import type { Heard } from './witness.ts';

/**
 * Checks the messages to one signal. None may come before a command was accepted. Then the colors follow the order
 * of the schedules and never go back. In the end only the last color may be lit.
 */
export function judgeSignal(
  signal: { key: string; comune: Comune; heard: Heard; firstCommand: Command | undefined },
  blame: Blame,
): void {
  const { key, comune, firstCommand } = signal;
  const told = signal.heard.filter(({ isCommand }) => isCommand);
  if (told.some(({ at }) => at < (firstCommand?.created_at ?? Number.POSITIVE_INFINITY)))
    blame('untruthful', `${key} was told before a command was accepted`);

  const order = comune.schedules.map(({ color }) => color);
  const replayed: Replayed = { key, order, lit: new Set(['verde']), current: -1 };
  for (const { channel, payload } of told) {
    const color = colorOfChannel(key, channel);
    if (color === undefined) blame('untruthful', `${key} was told ${channel}`);
    else if (payload === '1') lightUp(color, replayed, blame);
    else putOut(color, replayed, blame);
  }
  const [shown, ...others] = [...replayed.lit];
  if (shown !== order.at(-1) || others.length > 0)
    blame('missed', `${key} shows ${[...replayed.lit].join(' ')} in the end`);
}

/** A signal as the commands change it. `current` is the place of its color in the order of the schedules. */
type Replayed = { key: string; order: readonly SignalColor[]; lit: Set<SignalColor>; current: number };

function lightUp(color: SignalColor, replayed: Replayed, blame: Blame): void {
  const { key, order, lit } = replayed;
  const place = order.indexOf(color);
  if (place < 0) blame('untruthful', `${key} was told ${color}, which nobody asked for`);
  else if (place < replayed.current) blame('doubled', `${key} was sent back to ${color}`);
  replayed.current = Math.max(replayed.current, place);
  lit.add(color);
}

function putOut(color: SignalColor, replayed: Replayed, blame: Blame): void {
  const { key, order, lit } = replayed;
  lit.delete(color);
  if (color === order[replayed.current]) blame('doubled', `${key} left ${color}`);
  if (lit.size === 0) blame('untruthful', `${key} went dark`);
}
