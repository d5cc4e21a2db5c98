import { DECIMAL } from '../device-metrics.ts';
import { type DeviceProfile, NETWORK_CHANNELS } from '../device-profiles.ts';
import { fieldOf, parsed, simpleValue } from '../json-field.ts';

/** What a gauge measures: the level of the water in cm, rain in mm/h, a float that is up (1) or down (0). */
export const GAUGE_QUANTITIES = ['level', 'rain', 'float'] as const;

export type GaugeQuantity = (typeof GAUGE_QUANTITIES)[number];

/**
 * One measure. `at`: when it was measured, by the gauge's own word (epoch ms); null when it does not say so. `isGood`:
 * false when the gauge itself doubts it. `isImplied`: the field was missing, and such a network leaves zeros out.
 */
export type GaugeReading = {
  quantity: GaugeQuantity;
  value: number;
  at: number | null;
  isGood: boolean;
  isImplied: boolean;
};

/** How a level is read: in which field, and how many cm that means: `offset + scale × value`. */
export type GaugeScale = { field: string | null; scale: number; offset: number };

export const USUAL_SCALE: GaugeScale = { field: null, scale: 1, offset: 0 };

/** Where a board says a quantity: on which channel, and in which field of a JSON object; without it the payload. */
type Source = { quantity: GaugeQuantity; channel: string; field?: string };

/** `within`: the object in which what the payload formatter made of an uplink stands. */
type GaugeLanguage = {
  sources: readonly Source[];
  within?: string;
  time?: string;
  omitsZeros?: boolean;
};

const decoded = (channel: string): Source[] =>
  GAUGE_QUANTITIES.map((quantity) => ({ quantity, channel, field: quantity }));

/** The languages of gauges, as data (docs/protocol.md#gauges). */
const GAUGE_LANGUAGES: Record<DeviceProfile, GaugeLanguage> = {
  outN: {
    sources: [
      ...GAUGE_QUANTITIES.map((quantity) => ({ quantity, channel: quantity })),
      ...decoded('measure'),
    ],
    time: 'at',
  },
  esphome: {
    sources: [
      { quantity: 'level', channel: 'sensor/level/state' },
      { quantity: 'rain', channel: 'sensor/rain/state' },
      { quantity: 'float', channel: 'binary_sensor/float/state' },
    ],
  },
  tasmota: {
    sources: [
      { quantity: 'level', channel: 'tele/SENSOR', field: 'SR04.Distance' },
      { quantity: 'float', channel: 'tele/SENSOR', field: 'Switch1' },
      { quantity: 'float', channel: 'stat/SWITCH1', field: 'STATE' },
    ],
  },
  /** The add-on: a float on its digital input, a probe on its analog one. */
  shelly: {
    sources: [
      { quantity: 'float', channel: 'status/input:100', field: 'state' },
      { quantity: 'level', channel: 'status/input:101', field: 'percent' },
    ],
  },
  chirpstack: { sources: decoded(NETWORK_CHANNELS.chirpstack), within: 'object', time: 'time' },
  tts: {
    sources: decoded(NETWORK_CHANNELS.tts),
    within: 'uplink_message.decoded_payload',
    time: 'received_at',
    omitsZeros: true,
  },
};

const GAUGE_CHANNELS = new Set(
  Object.values(GAUGE_LANGUAGES).flatMap(({ sources }) => sources.map(({ channel }) => channel)),
);

/** True for the channels on which gauges of any profile say what they measure. */
export function isGaugeChannel(channel: string): boolean {
  return GAUGE_CHANNELS.has(channel);
}

/** The measures in a message of a gauge; empty when there are none in it. */
export function readingsOf(
  profile: DeviceProfile,
  { channel, payload }: { channel: string; payload: string },
  scale: GaugeScale = USUAL_SCALE,
): GaugeReading[] {
  const language = GAUGE_LANGUAGES[profile];
  const sources = language.sources.filter((source) => source.channel === channel);
  if (sources.length === 0) return [];
  const content = parsed(payload);
  const isGood = fieldOf(content, 'quality') !== 'bad';
  const time = language.time === undefined ? undefined : simpleValue(fieldOf(content, language.time));
  const at = Date.parse(time ?? '');
  return sources.flatMap((source) => {
    const path = pathOf(source, language, scale);
    const written = path === undefined ? payload : simpleValue(fieldOf(content, path));
    const isImplied = written === undefined && isMadeOf(language, content);
    const value = isImplied ? 0 : numberOf(source.quantity, written);
    if (value === undefined) return [];
    return [
      {
        quantity: source.quantity,
        value: source.quantity === 'level' ? scale.offset + scale.scale * value : value,
        at: Number.isFinite(at) ? at : null,
        isGood,
        isImplied,
      },
    ];
  });
}

function pathOf({ quantity, field }: Source, { within }: GaugeLanguage, scale: GaugeScale) {
  if (field === undefined) return undefined;
  const own = quantity === 'level' ? (scale.field ?? field) : field;
  return within === undefined ? own : `${within}.${own}`;
}

/** True of a network that leaves zeros out, when its payload formatter made something of the uplink. */
function isMadeOf({ omitsZeros, within = '' }: GaugeLanguage, content: unknown): boolean {
  return omitsZeros === true && typeof fieldOf(content, within) === 'object';
}

const UP = new Set(['1', 'on', 'true']);
const DOWN = new Set(['0', 'off', 'false']);

function numberOf(quantity: GaugeQuantity, written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const word = written.trim().toLowerCase();
  if (quantity === 'float') {
    if (UP.has(word)) return 1;
    return DOWN.has(word) ? 0 : undefined;
  }
  const value = DECIMAL.test(word) ? Number(word) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}
