import type { LampColor } from './lamps.ts';

/** Boards that come with a language of their own. */
export const BOARD_PROFILES = ['tasmota', 'shelly', 'esphome'] as const;

/** LoRaWAN networks that speak for gauges; they never carry a command (docs/protocol.md#gauges). */
export const NETWORK_PROFILES = ['chirpstack', 'tts'] as const;

/** How a device speaks (docs/protocol.md#profiles): `outN` is the language of docs/protocol.md. */
export const DEVICE_PROFILES = ['outN', ...BOARD_PROFILES, ...NETWORK_PROFILES] as const;

export type BoardProfile = (typeof BOARD_PROFILES)[number];
export type DeviceProfile = (typeof DEVICE_PROFILES)[number];

export const USUAL_PROFILE: DeviceProfile = 'outN';

/** What a person reads. */
export const PROFILE_NAMES: Record<DeviceProfile, string> = {
  outN: 'outN (firmware proprio)',
  tasmota: 'Tasmota',
  shelly: 'Shelly Gen2',
  esphome: 'ESPHome',
  chirpstack: 'LoRaWAN, ChirpStack v4',
  tts: 'LoRaWAN, The Things Stack v3',
};

/** Where a number of a board is found: in the payload itself, or in a field of its JSON object (`temperature.tC`). */
export type MetricSource = { metric: 'temp' | 'vcc' | 'uptime'; channel: string; field?: string };

/** The language of a board, as data. A channel is what follows the key in a topic; `{output}` names an output. */
export type BoardLanguage = {
  /** What the board calls the output of each lamp. A lantern has one lamp. */
  outputs: Record<LampColor, string>;
  /** What it says of one output; with `field` in a field of a JSON object. */
  report: { channel: string; field?: string; on: string; off: string };
  /** What it says of all outputs together, in fields of one JSON object. */
  summary?: { channel: string; field: string; on: string; off: string };
  command: { channel: string; on: string; off: string };
  availability: { channel: string; online: string; offline: string };
  metrics: readonly MetricSource[];
  /** Where a board that measures says how many W each lamp draws: in the same field of each, or in one for each. */
  power?: { channel: string; field: string | Record<LampColor, string> };
  /** Filters under its key: on these it speaks, on those it is commanded. No topic is in both. */
  reportsOn: readonly string[];
  receivesOn: readonly string[];
};

const SWITCHES = { verde: '0', giallo: '1', arancio: '2', rosso: '3', acceso: '0' };
const RELAYS = { verde: '1', giallo: '2', arancio: '3', rosso: '4', acceso: '1' };
const NAMES = { verde: 'verde', giallo: 'giallo', arancio: 'arancio', rosso: 'rosso', acceso: 'lanterna' };
/** With several meters Tasmota says a list, with one a number; the sum of several lamps says nothing of one. */
const METERS = {
  verde: 'ENERGY.Power.0',
  giallo: 'ENERGY.Power.1',
  arancio: 'ENERGY.Power.2',
  rosso: 'ENERGY.Power.3',
  acceso: 'ENERGY.Power',
};
/** The boards that are known, by their profile. */
export const BOARD_LANGUAGES: Record<BoardProfile, BoardLanguage> = {
  /** FullTopic `/3/comune/%topic%/%prefix%/`; one relay alone needs SetOption26. */
  tasmota: {
    outputs: RELAYS,
    report: { channel: 'stat/POWER{output}', on: 'ON', off: 'OFF' },
    summary: { channel: 'tele/STATE', field: 'POWER{output}', on: 'ON', off: 'OFF' },
    command: { channel: 'cmnd/POWER{output}', on: 'ON', off: 'OFF' },
    availability: { channel: 'tele/LWT', online: 'Online', offline: 'Offline' },
    metrics: [
      { metric: 'uptime', channel: 'tele/STATE', field: 'UptimeSec' },
      { metric: 'vcc', channel: 'tele/STATE', field: 'Vcc' },
      { metric: 'temp', channel: 'tele/SENSOR', field: 'DS18B20.Temperature' },
      { metric: 'temp', channel: 'tele/SENSOR', field: 'ESP32.Temperature' },
    ],
    power: { channel: 'tele/SENSOR', field: METERS },
    reportsOn: ['stat/+', 'tele/+'],
    receivesOn: ['cmnd/#'],
  },
  /** `topic_prefix` is the key; with `status_ntf` and `enable_control`. */
  shelly: {
    outputs: SWITCHES,
    report: { channel: 'status/switch:{output}', field: 'output', on: 'true', off: 'false' },
    command: { channel: 'command/switch:{output}', on: 'on', off: 'off' },
    availability: { channel: 'online', online: 'true', offline: 'false' },
    metrics: [
      { metric: 'temp', channel: 'status/switch:0', field: 'temperature.tC' },
      { metric: 'uptime', channel: 'status/sys', field: 'uptime' },
    ],
    power: { channel: 'status/switch:{output}', field: 'apower' },
    reportsOn: ['online', 'status/+'],
    receivesOn: ['command/#', 'rpc'],
  },
  /** `topic_prefix` is the key; the switches are named after the lamps. */
  esphome: {
    outputs: NAMES,
    report: { channel: 'switch/{output}/state', on: 'ON', off: 'OFF' },
    command: { channel: 'switch/{output}/command', on: 'ON', off: 'OFF' },
    availability: { channel: 'status', online: 'online', offline: 'offline' },
    metrics: [
      { metric: 'uptime', channel: 'sensor/uptime/state' },
      { metric: 'temp', channel: 'sensor/temperature/state' },
      { metric: 'vcc', channel: 'sensor/vcc/state' },
    ],
    reportsOn: ['status', 'switch/+/state', 'sensor/+/state', 'binary_sensor/+/state'],
    receivesOn: ['+/+/command'],
  },
};

const BOARDS = Object.values(BOARD_LANGUAGES);

/** The language of a board; undefined for a device that speaks that of docs/protocol.md, or through a network. */
export function boardLanguageOf(profile: DeviceProfile): BoardLanguage | undefined {
  const boards: Partial<Record<DeviceProfile, BoardLanguage>> = BOARD_LANGUAGES;
  return boards[profile];
}

/** On which channel a network passes on what a gauge said, as its topic template is set. */
export const NETWORK_CHANNELS = { chirpstack: 'event/up', tts: 'up' } as const satisfies Record<
  (typeof NETWORK_PROFILES)[number],
  string
>;

/** The channel of a network; undefined for a profile that is none. */
export function networkChannelOf(profile: DeviceProfile): string | undefined {
  return (NETWORK_CHANNELS as Partial<Record<DeviceProfile, string>>)[profile];
}

/** The outputs that may switch a lamp: out0 to out5 (docs/rules.md#channels-and-colors). */
const LAMP_OUTPUTS = ['out0', 'out1', 'out2', 'out3', 'out4', 'out5'];

/**
 * On which channels a device of the profile `outN` speaks, as filters under its key. The measures are named one by one:
 * `+/power` would cover a command of Tasmota.
 */
export const OWN_CHANNELS: readonly string[] = [
  '+',
  ...LAMP_OUTPUTS.flatMap((output) => [`${output}/power`, `${output}/light`]),
];

/** On which channels devices of any profile speak, as filters under their keys; none is of a command. */
export const SPOKEN_CHANNELS: readonly string[] = [
  ...OWN_CHANNELS,
  ...new Set(
    [...BOARDS.flatMap(({ reportsOn }) => reportsOn), ...Object.values(NETWORK_CHANNELS)].filter((filter) =>
      filter.includes('/'),
    ),
  ),
];

/** On which channels boards are commanded, as filters under their keys. */
export const BOARD_COMMANDS: readonly string[] = BOARDS.flatMap(({ receivesOn }) => receivesOn);

/** The channels on which devices of any profile say, or have their last will say, whether they are there. */
export const AVAILABILITY_CHANNELS: readonly string[] = [
  ...new Set(['status', ...BOARDS.map(({ availability }) => availability.channel)]),
];
