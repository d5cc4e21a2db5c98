import { colourOfChannel } from '@semaforo/contract/domain/channels';
import type { SignalColour } from '@semaforo/contract/domain/signal-colour';
import type { Command, Comune } from './crash-town.ts';
import type { Blame } from './violation.ts';
import type { Heard } from './witness.ts';

/**
 * Checks the messages to one signal. None may come before a command was accepted. Then the colours follow the order
 * of the schedules and never go back. In the end only the last colour may be lit.
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
    const colour = colourOfChannel(key, channel);
    if (colour === undefined) blame('untruthful', `${key} was told ${channel}`);
    else if (payload === '1') lightUp(colour, replayed, blame);
    else putOut(colour, replayed, blame);
  }
  const [shown, ...others] = [...replayed.lit];
  if (shown !== order.at(-1) || others.length > 0)
    blame('missed', `${key} shows ${[...replayed.lit].join(' ')} in the end`);
}

/** A signal as the commands change it. `current` is the place of its colour in the order of the schedules. */
type Replayed = { key: string; order: readonly SignalColour[]; lit: Set<SignalColour>; current: number };

function lightUp(colour: SignalColour, replayed: Replayed, blame: Blame): void {
  const { key, order, lit } = replayed;
  const place = order.indexOf(colour);
  if (place < 0) blame('untruthful', `${key} was told ${colour}, which nobody asked for`);
  else if (place < replayed.current) blame('doubled', `${key} was sent back to ${colour}`);
  replayed.current = Math.max(replayed.current, place);
  lit.add(colour);
}

function putOut(colour: SignalColour, replayed: Replayed, blame: Blame): void {
  const { key, order, lit } = replayed;
  lit.delete(colour);
  if (colour === order[replayed.current]) blame('doubled', `${key} left ${colour}`);
  if (lit.size === 0) blame('untruthful', `${key} went dark`);
}
