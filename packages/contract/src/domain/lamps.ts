import { channelOfLantern, colorOfChannel, type DeviceStatus, type DeviceType } from './channels.ts';
import { LOCALE } from './rome-time.ts';
import { SIGNAL_COLORS } from './signal-color.ts';

const LANTERN_LAMPS = ['acceso'] as const;
export const LAMP_COLORS = [...SIGNAL_COLORS, ...LANTERN_LAMPS] as const;

/** A lamp of a device: one of a signal's four colors, or the one light of a lantern. */
export type LampColor = (typeof LAMP_COLORS)[number];

/** The last word of a device about one of its lamps (docs/rules.md#lamps). */
export type Lamp = {
  on: boolean;
  /** When the device said so itself (epoch ms); null when only a retained message told it. */
  reportedAt: number | null;
  /** The link session in which the device said so live; null for one before the present session. */
  reportedIn: number | null;
};

/** What a device said of its lamps; a lamp that it never spoke of is absent. */
export type Lamps = Readonly<Partial<Record<LampColor, Lamp>>>;

const LAMPS: Record<DeviceType, readonly LampColor[]> = {
  semaforo: SIGNAL_COLORS,
  lanterna: LANTERN_LAMPS,
  misuratore: [],
};

/** The lamps that a device of that type has, in the order in which they are listed. */
export function lampsOfType(type: DeviceType): readonly LampColor[] {
  return LAMPS[type];
}

/**
 * The lamp that a message speaks of and what it says of it; undefined when it says nothing: an unmapped channel, or a
 * payload other than `1` and `0` on a signal's channel (docs/rules.md#reports).
 */
export function lampReport(
  device: { type: DeviceType; key: string },
  { channel, payload }: { channel: string; payload: string },
): { lamp: LampColor; on: boolean } | undefined {
  const lamp = lampOfChannel(device, channel);
  if (lamp === undefined) return undefined;
  if (lamp !== 'acceso' && payload !== '1' && payload !== '0') return undefined;
  return { lamp, on: payload === '1' };
}

/** The lamp that an output channel of the device switches; undefined when it switches none. */
export function lampOfChannel(
  device: { type: DeviceType; key: string },
  channel: string,
): LampColor | undefined {
  if (device.type === 'semaforo') return colorOfChannel(device.key, channel);
  return device.type === 'lanterna' && channelOfLantern(device.key) === channel ? 'acceso' : undefined;
}

/** The lamps whose last word is that they are lit, in the order of {@link lampsOfType}. */
export function litLamps(lamps: Lamps): LampColor[] {
  return LAMP_COLORS.filter((lamp) => lamps[lamp]?.on === true);
}

/**
 * What the lamps show together by their last words: the lit one, the last to say so of several (of those that said so
 * at the same time the gravest), `spento` when none is lit, null when the device never spoke of any.
 */
export function shownBy(lamps: Lamps): DeviceStatus | null {
  const lit = litLamps(lamps);
  if (lit.length > 0)
    // A board says several in one breath: then the gravest counts, which is the last of them in its order.
    return lit.reduce((last, lamp) => (reportedAt(lamps, lamp) >= reportedAt(lamps, last) ? lamp : last));
  return Object.keys(lamps).length > 0 ? 'spento' : null;
}

/**
 * What the lamps show in words, every lit one of them: 'verde e rosso'; 'spento' when none is lit, null when the device
 * never spoke of any.
 */
export function describeShown(lamps: Lamps): string | null {
  const lit = litLamps(lamps);
  if (lit.length > 0) return formatLamps(lit);
  return Object.keys(lamps).length > 0 ? 'spento' : null;
}

/** 'verde e rosso'. */
export function formatLamps(lamps: readonly LampColor[]): string {
  return inOneSentence.format(lamps);
}

/**
 * True when what the lamps show was said in that session: by the lit lamp itself, or by each known lamp when none is
 * lit. The word of a dark lamp says nothing about another one.
 */
export function isShownFresh(lamps: Lamps, session: number): boolean {
  const lit = litLamps(lamps);
  const speakers = lit.length > 0 ? lit.map((lamp) => lamps[lamp]) : Object.values(lamps);
  // A device that was never heard shows nothing.
  return speakers.length > 0 && speakers.every((lamp) => lamp?.reportedIn === session);
}

/**
 * Why lamps that are lit together are an error, in Italian: 'Più lampade accese: verde e rosso'; null for one or none.
 */
export function severalLitReason(lamps: Lamps): string | null {
  const lit = litLamps(lamps);
  return lit.length > 1 ? `Più lampade accese: ${formatLamps(lit)}` : null;
}

const inOneSentence = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

function reportedAt(lamps: Lamps, lamp: LampColor): number {
  return lamps[lamp]?.reportedAt ?? 0;
}
