import type { Lamp, LampColor, Lamps } from './lamps.ts';

/**
 * What power or light says of a lamp against its relay (docs/rules.md#lamp-faults): the relay is closed and nothing
 * burns; something burns though the relay is open; it draws much less than it used to.
 */
export const LAMP_FAULTS = ['burnt', 'leaking', 'weak'] as const;

export type LampFault = (typeof LAMP_FAULTS)[number];
export type LampFaults = Readonly<Partial<Record<LampColor, LampFault>>>;

/**
 * What a board measured of a lamp in that session of the link: power in W, light that a sensor sees; null: unknown.
 * `suspected`: it disagrees with the relay, and since when (epoch ms).
 */
export type LampMeasure = {
  readonly power: number | null;
  readonly light: boolean | null;
  readonly reportedIn: number;
  readonly suspected: { readonly kind: LampFault; readonly since: number } | null;
};

export type LampMeasures = Readonly<Partial<Record<LampColor, LampMeasure | undefined>>>;

/** Of a device that measures nothing: the same objects, so that it costs nothing to see. */
export const NO_MEASURES: LampMeasures = {};
export const NO_FAULTS: LampFaults = {};

/** What a lamp drew (W) when it was lit and when it was dark, in its last lamp test; null: not measured. */
export type UsualPower = { readonly on: number | null; readonly off: number | null };
export type UsualPowers = Readonly<Partial<Record<LampColor, UsualPower>>>;

/** Current confirms within this; until then relay and current may disagree: meters are slow, and average. */
export const CURRENT_WITHIN_MS = 10_000;

/** Less than a lit LED lamp draws, more than the noise of a meter, which is some tenths of a watt. */
export const DRAWS_FROM_W = 0.5;
/** Of what it drew in the lamp test: below this share nothing burns, below the other one it burns weakly. */
const DARK_SHARE = 0.15;
const WEAK_SHARE = 0.6;

/** What a measure of a lamp would be, if it lasted; null when it agrees with the relay. */
export function suspectedFault(
  isOn: boolean,
  { power, light }: Pick<LampMeasure, 'power' | 'light'>,
  usual: UsualPower | undefined,
): LampFault | null {
  const { on = null, off = null } = usual ?? {};
  const rest = off ?? 0;
  const darkBelow = on === null ? DRAWS_FROM_W : Math.max(rest + DARK_SHARE * (on - rest), DRAWS_FROM_W);
  if (light !== null && light !== isOn) return isOn ? 'burnt' : 'leaking';
  if (light !== null || power === null) return null;
  if (!isOn) return power >= Math.max(darkBelow, rest + DRAWS_FROM_W) ? 'leaking' : null;
  if (power < darkBelow) return 'burnt';
  return on !== null && power < rest + WEAK_SHARE * (on - rest) ? 'weak' : null;
}

/**
 * The faults of the lamps at that time (epoch ms), in that session of the link; the same object when they are those
 * that were known. One lasts until a measure agrees again, or the lamp is switched.
 */
export function lampFaultsOf(
  known: LampFaults,
  {
    lamps,
    measures,
    session,
    now,
  }: {
    lamps: Lamps;
    measures: LampMeasures;
    session: number;
    now: number;
  },
): LampFaults {
  if (measures === NO_MEASURES && known === NO_FAULTS) return known;
  const faults: Partial<Record<LampColor, LampFault>> = {};
  for (const color of Object.keys(lamps) as LampColor[]) {
    const lamp = lamps[color];
    const measure = measures[color];
    const isOfNow = measure?.reportedIn === session;
    const fault = isOfNow ? lasting(measure, now) : stillThere(known[color], lamp);
    // What was known is not taken back by a suspicion that has not lasted yet.
    const kept = fault ?? (isOfNow && measure.suspected !== null ? stillThere(known[color], lamp) : null);
    if (kept !== null) faults[color] = kept;
  }
  const colors = new Set([...Object.keys(faults), ...Object.keys(known)]) as Set<LampColor>;
  return [...colors].every((color) => faults[color] === known[color]) ? known : faults;
}

/** When a suspicion becomes a fault (epoch ms); null when there is none that will. */
export function faultDueAt(measures: LampMeasures, now: number): number | null {
  const due = Object.values(measures).flatMap((measure) =>
    measure?.suspected ? [measure.suspected.since + CURRENT_WITHIN_MS] : [],
  );
  const ahead = due.filter((at) => at > now);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

const WORDS: Record<LampFault, string> = {
  burnt: 'Relè chiuso, lampada spenta',
  leaking: 'Accesa senza comando',
  weak: 'Lampada debole',
};

/** 'Relè chiuso, lampada spenta'. */
export function lampFaultWords(fault: LampFault): string {
  return WORDS[fault];
}

/**
 * Why a device is in error by what was measured of its lamps: 'Relè chiuso, lampada spenta: arancio'; null when it is
 * not. A lamp that burns weakly burns.
 */
export function lampFaultReason(faults: LampFaults): string | null {
  for (const fault of ['burnt', 'leaking'] as const) {
    const colors = (Object.keys(faults) as LampColor[]).filter((color) => faults[color] === fault);
    if (colors.length > 0) return `${WORDS[fault]}: ${colors.join(', ')}`;
  }
  return null;
}

function lasting({ suspected }: LampMeasure, now: number): LampFault | null {
  return suspected !== null && now - suspected.since >= CURRENT_WITHIN_MS ? suspected.kind : null;
}

function stillThere(known: LampFault | undefined, lamp: Lamp | undefined): LampFault | null {
  if (known === undefined || lamp === undefined) return null;
  return lamp.on === (known !== 'leaking') ? known : null;
}
