import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  availabilityOf,
  commandFor,
  probableProfile,
  reportOf,
  type SpeakingDevice,
  understand,
} from './board-protocol.ts';
import { channelOfColor, type DeviceType, writesFor } from './channels.ts';
import {
  AVAILABILITY_CHANNELS,
  BOARD_COMMANDS,
  BOARD_LANGUAGES,
  BOARD_PROFILES,
  type DeviceProfile,
  SPOKEN_CHANNELS,
} from './device-profiles.ts';
import { lampReport, lampsOfType } from './lamps.ts';
import { coversFilter } from './topic-filter.ts';

const BOARDS = BOARD_PROFILES;
const device = (profile: DeviceProfile, type: DeviceType = 'semaforo', key = '/3/comune/s1') => ({
  ...{ profile, type, key },
});
const received = (from: SpeakingDevice, channel: string, payload: string) =>
  understand(from, { channel, payload, retained: false }).map((report) => [report.channel, report.payload]);

/** Topic and payload as the makers document them, and what they say in the language of docs/protocol.md. */
const REPORTED: [DeviceProfile, DeviceType, string, string, string[][]][] = [
  ['outN', 'semaforo', 'out3', '1', [['out3', '1']]],
  ['outN', 'semaforo', 'anything', 'x', [['anything', 'x']]],
  ['tasmota', 'semaforo', 'stat/POWER1', 'ON', [['out1', '1']]],
  ['tasmota', 'semaforo', 'stat/POWER4', 'OFF', [['out4', '0']]],
  ['tasmota', 'semaforo', 'stat/POWER5', 'ON', []],
  ['tasmota', 'semaforo', 'stat/POWER1', 'on', []],
  ['tasmota', 'semaforo', 'stat/POWER1', '1', []],
  ['tasmota', 'semaforo', 'stat/RESULT', '{"POWER1":"ON"}', []],
  ['tasmota', 'semaforo', 'cmnd/POWER1', 'ON', []],
  ['tasmota', 'semaforo', 'out1', '1', []],
  ['tasmota', 'semaforo', 'tele/LWT', 'Online', [['status', 'online']]],
  ['tasmota', 'semaforo', 'tele/LWT', 'Offline', [['status', 'offline']]],
  ['tasmota', 'semaforo', 'tele/SENSOR', '{"DS18B20":{"Temperature":20.6}}', [['temp', '20.6']]],
  [
    'tasmota',
    'semaforo',
    'tele/SENSOR',
    '{"ENERGY":{"Power":[0,21.5]}}',
    [
      ['out1/power', '0'],
      ['out2/power', '21.5'],
    ],
  ],
  ['tasmota', 'semaforo', 'tele/SENSOR', '{"ENERGY":{"Power":21.5}}', []],
  ['tasmota', 'lanterna', 'tele/SENSOR', '{"ENERGY":{"Power":8}}', [['out0/power', '8']]],
  ['tasmota', 'lanterna', 'stat/POWER1', 'ON', [['out0', '1']]],
  ['tasmota', 'lanterna', 'stat/POWER2', 'ON', []],
  ['shelly', 'semaforo', 'status/switch:3', '{"id":3,"source":"MQTT","output":true}', [['out4', '1']]],
  ['shelly', 'semaforo', 'status/switch:1', '{"id":1,"output":false}', [['out2', '0']]],
  [
    'shelly',
    'semaforo',
    'status/switch:2',
    '{"output":true,"apower":18.4}',
    [
      ['out3', '1'],
      ['out3/power', '18.4'],
    ],
  ],
  [
    'shelly',
    'lanterna',
    'status/switch:0',
    '{"output":false,"apower":0}',
    [
      ['out0', '0'],
      ['out0/power', '0'],
    ],
  ],
  ['shelly', 'semaforo', 'status/switch:1', '{"id":1}', []],
  ['shelly', 'semaforo', 'status/switch:1', '{"output":"ON"}', []],
  ['shelly', 'semaforo', 'status/switch:1', '{"output":{"a":true}}', []],
  ['shelly', 'semaforo', 'status/switch:1', 'null', []],
  ['shelly', 'semaforo', 'status/switch:1', '{"output":tru', []],
  ['shelly', 'semaforo', 'online', 'true', [['status', 'online']]],
  ['shelly', 'semaforo', 'online', 'false', [['status', 'offline']]],
  ['shelly', 'semaforo', 'status/sys', '{"mac":"A8032AB","uptime":3600}', [['uptime', '3600']]],
  ['shelly', 'lanterna', 'status/switch:0', '{"output":true}', [['out0', '1']]],
  ['esphome', 'semaforo', 'switch/arancio/state', 'ON', [['out3', '1']]],
  ['esphome', 'semaforo', 'switch/arancio/command', 'ON', []],
  ['esphome', 'lanterna', 'switch/lanterna/state', 'OFF', [['out0', '0']]],
  ['esphome', 'semaforo', 'status', 'offline', [['status', 'offline']]],
  ['esphome', 'semaforo', 'status', 'dormo', []],
  ['esphome', 'semaforo', 'sensor/uptime/state', '61', [['uptime', '61']]],
];

test.each(REPORTED)('%s, %s: %s %s', (profile, type, channel, payload, messages) => {
  expect(received(device(profile, type), channel, payload)).toEqual(messages);
});

test('one message of Tasmota may tell of all relays, what is dark first, and of itself', () => {
  const state = { UptimeSec: 611, Vcc: 3.4, POWER1: 'OFF', POWER2: 'ON', POWER3: 'OFF', POWER4: 'OFF' };
  expect(received(device('tasmota'), 'tele/STATE', JSON.stringify(state))).toEqual([
    ...[
      ['out1', '0'],
      ['out3', '0'],
      ['out4', '0'],
      ['out2', '1'],
    ],
    ...[
      ['uptime', '611'],
      ['vcc', '3.4'],
    ],
  ]);
});

test('a Shelly tells of its temperature together with its output', () => {
  const status = '{"id":0,"output":true,"temperature":{"tC":53.1,"tF":127.6}}';
  expect(received(device('shelly'), 'status/switch:0', status)).toEqual([
    ['out1', '1'],
    ['temp', '53.1'],
  ]);
});

test('what the broker kept stays what the broker kept', () => {
  const [report] = understand(device('tasmota'), { channel: 'stat/POWER1', payload: 'ON', retained: true });
  expect(report).toEqual({ channel: 'out1', payload: '1', retained: true });
});

test.each([
  ['outN', 'out4', '1', 'out1', '0'],
  ['tasmota', 'cmnd/POWER4', 'ON', 'cmnd/POWER1', 'OFF'],
  ['shelly', 'command/switch:3', 'on', 'command/switch:0', 'off'],
  ['esphome', 'switch/rosso/command', 'ON', 'switch/verde/command', 'OFF'],
] as const)('%s is commanded to show rosso on its own topics', (profile, on, onPayload, off, offPayload) => {
  const writes = writesFor('semaforo', '/3/comune/s1', 'rosso').map((write) =>
    commandFor(device(profile), write),
  );
  expect(writes.slice(0, 2).map(({ channel, payload }) => [channel, payload])).toEqual([
    [on, onPayload],
    [off, offPayload],
  ]);
});

const families = fc.constantFrom('/3/comune/s1', '/4/comune/s1', '/33/comune/s1');
const cases = fc
  .record({
    profile: fc.constantFrom('outN' as const, ...BOARD_PROFILES),
    type: fc.constantFrom<DeviceType>('semaforo', 'lanterna'),
    key: families,
    on: fc.boolean(),
  })
  .filter(({ type, key }) => type === 'semaforo' || !key.startsWith('/33/'))
  .chain((given) =>
    fc.record({ given: fc.constant(given), lamp: fc.constantFrom(...lampsOfType(given.type)) }),
  );

test('how a device says of a lamp is understood as just that lamp, and a command as no report', () => {
  fc.assert(
    fc.property(cases, ({ given, lamp }) => {
      const reported = reportOf(given, lamp);
      const value = given.on ? reported.on : reported.off;
      const payload = reported.field === undefined ? value : `{"${reported.field}":${value}}`;
      const messages = understand(given, { channel: reported.channel, payload, retained: false });
      expect(messages.map((report) => lampReport(given, report))).toEqual([{ lamp, on: given.on }]);
      const write = {
        channel: messages[0]?.channel ?? '',
        payload: given.on ? ('1' as const) : ('0' as const),
      };
      const command = commandFor(given, write);
      if (given.profile === 'outN') expect(command).toEqual(write);
      else expect(understand(given, { ...command, retained: false })).toEqual([]);
    }),
  );
});

describe.each(BOARDS)('%s', (profile) => {
  const board = BOARD_LANGUAGES[profile];
  const reports = lampsOfType('semaforo').map((lamp) => reportOf(device(profile), lamp).channel);

  test('speaks where the server listens, and is commanded where no device of any profile speaks', () => {
    const reported = [...reports, board.availability.channel, ...board.metrics.map(({ channel }) => channel)];
    for (const channel of reported) {
      expect(board.reportsOn.some((filter) => coversFilter(filter, channel))).toBe(true);
      expect(SPOKEN_CHANNELS.some((filter) => coversFilter(filter, channel))).toBe(true);
      expect(BOARD_COMMANDS.some((filter) => coversFilter(filter, channel))).toBe(false);
    }
    for (const { channel } of writesFor('semaforo', '/3/a/b', 'rosso').map((write) =>
      commandFor(device(profile, 'semaforo', '/3/a/b'), write),
    )) {
      expect(board.receivesOn.some((filter) => coversFilter(filter, channel))).toBe(true);
      expect(SPOKEN_CHANNELS.some((filter) => coversFilter(filter, channel))).toBe(false);
      expect(SPOKEN_CHANNELS.some((filter) => coversFilter(filter, `${channel}/set`))).toBe(false);
    }
  });

  test('is guessed from what it says, and its last will is known as one', () => {
    expect(probableProfile([board.availability.channel, reports[0] ?? ''])).toBe(profile);
    expect(AVAILABILITY_CHANNELS).toContain(availabilityOf(profile).channel);
  });
});

test('from other words no profile is guessed', () => {
  expect(probableProfile(['temp', 'status'])).toBeNull();
  expect(probableProfile([channelOfColor('/3/a/b', 'rosso'), 'stat/POWER1'])).toBe('outN');
});
