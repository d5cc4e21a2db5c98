import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { Position } from '@semaforo/contract/domain/position';
import { isSignalColor, SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import { type ChannelFacts, gravestExpected, signalsThatHold } from './channel-level.ts';
import { type ChannelSignal, citizensGravity, countedStatusOf, reportsNothing } from './shown-by-signals.ts';

/** How high the water stands at a place (cm), and when that was measured (epoch ms); null: not known now. */
export type PublicWater = { level: number; at: number } | { level: null };

/** A signal as the public page has it. `water` null: its place has no gauge. */
export type PublicSignal = ChannelSignal & { label: string; position: Position; water: PublicWater | null };

/** What citizens know of a place; `color` null: not known. `since`: when it was seen to become so; null: before. */
export type PublicPlace = {
  id: number;
  name: string;
  color: SignalColor | null;
  since: number | null;
  position: Position;
  water: PublicWater | null;
};

/** What citizens know of a Comune. */
export type PublicState = {
  /** What most of its signals show, or the gravest of what some show; null: not known, or milder than what holds. */
  color: SignalColor | null;
  /** How many signals show that, of how many. */
  showing: number;
  total: number;
  places: readonly PublicPlace[];
};

/**
 * What signals report, as it is desired of them (docs/rules.md#citizens). It is never milder than an alert in course,
 * than what is desired of a signal, or than what one showed that does not answer now; and verde is said of a Comune
 * only when each of its signals confirms it.
 */
export function readPublicState(
  facts: Omit<ChannelFacts, 'signals'> & { signals: readonly PublicSignal[] },
): PublicState {
  // Of those on which people work, or an exercise goes on, nothing is said.
  const signals = facts.signals.filter((signal) => !reportsNothing(signal));
  const places = signals.map((signal): PublicPlace => {
    const status = countedStatusOf(signal);
    const isAsDesired = citizensGravity(signal.desired?.value) <= citizensGravity(status);
    return {
      ...{ id: signal.id, name: signal.label, position: signal.position, since: null, water: signal.water },
      color: isColor(status) && isAsDesired ? status : null,
    };
  });
  const color = commonColor(places);
  // A graver place is shown beside the Comune's color.
  const gravity = Math.max(0, ...places.map((place) => citizensGravity(place.color)));
  const isMilder = gravestExpected(facts) > gravity || signalsThatHold(facts, gravity).length > 0;
  const isWhole = color !== 'verde' || places.every((place) => place.color === 'verde');
  const said = isMilder || !isWhole ? null : color;
  const showing = places.filter((place) => said !== null && place.color === said).length;
  return { color: said, showing, total: places.length, places };
}

const isColor = (status: DeviceStatus | null): status is SignalColor =>
  status !== null && isSignalColor(status);

/** The gravest color that most places show or exceed; without one of an alert, the gravest of all; null for none. */
function commonColor(places: readonly PublicPlace[]): SignalColor | null {
  const gravestFirst = SIGNAL_COLORS.toReversed();
  const common = gravestFirst.find((color) => isReachedByMost(places, color));
  if (common !== undefined && common !== 'verde') return common;
  return gravestFirst.find((color) => places.some((place) => place.color === color)) ?? null;
}

function isReachedByMost(places: readonly PublicPlace[], color: SignalColor): boolean {
  const least = citizensGravity(color);
  const reaching = places.filter((place) => place.color !== null && citizensGravity(place.color) >= least);
  return reaching.length * 2 > places.length;
}

/** True when only some places show the color of an alert, or a graver one: then it is theirs, not the Comune's. */
export function isOfFew({ color, places }: PublicState): boolean {
  return color !== null && color !== 'verde' && !isReachedByMost(places, color);
}

/** The places that show more than the Comune as a whole, the gravest first. */
export function graverPlaces(state: PublicState): PublicPlace[] {
  const ofAll = isOfFew(state) ? 'verde' : state.color;
  return state.places
    .filter((place) => citizensGravity(place.color) > citizensGravity(ofAll))
    .toSorted((one, other) => citizensGravity(other.color) - citizensGravity(one.color));
}
