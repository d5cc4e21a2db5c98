import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { Clock } from '../platform/clock.ts';
import type { ChannelFacts, EndedOn } from './channel-level.ts';
import type { ChannelsRepository } from './channels.repository.ts';
import { isHeldBack, shownAfter } from './shown-by-signals.ts';

/** What alerts mean for the citizens of a user. */
export type CitizensAlerts = {
  /** The gravest color of the real alerts in course for the user's signals; null without one. */
  inForce: (userId: number) => Promise<SignalColor | null>;
  /** The last alerts that a person, or the end that a person confirmed, ended. */
  listEnded: (userId: number) => Promise<readonly EndedOn[]>;
};

/** Reads all that decides what citizens of a user read, and stores what the signals are taken to show. */
export function createReadFacts<Signal extends ChannelFacts['signals'][number]>(options: {
  repository: Pick<ChannelsRepository, 'shownBy' | 'saveShown'>;
  signalsOf: (userId: number) => Promise<readonly Signal[]>;
  alerts: CitizensAlerts;
  clock: Clock;
}): (userId: number) => Promise<Omit<ChannelFacts, 'signals'> & { signals: readonly Signal[] }> {
  const { repository, alerts, clock } = options;
  return async (userId) => {
    const signals = await options.signalsOf(userId);
    const before = await repository.shownBy(userId);
    const shown = shownAfter(before, signals, clock.now());
    const changed = [...shown].filter(([id, one]) => before.get(id) !== one);
    if (changed.length > 0) await repository.saveShown(userId, new Map(changed));
    // After the signals: an alert that began meanwhile holds back, one that ended meanwhile is read again.
    const inForce = await alerts.inForce(userId);
    const isSomeHeld = signals.some((signal) => isHeldBack(signal, shown.get(signal.id)));
    return { signals, shown, inForce, ended: isSomeHeld ? await alerts.listEnded(userId) : [] };
  };
}
