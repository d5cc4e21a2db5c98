import { describe, expect, test } from 'vitest';
import type { DeviceProfile } from '../device-profiles.ts';
import { type GaugeScale, isGaugeChannel, readingsOf } from './gauge-language.ts';

const AT = '2026-11-28T03:12:00.000Z';

/** What each maker documents, to the letter, and what it measures. */
const SAID: [
  DeviceProfile,
  channel: string,
  payload: string,
  measured: object[],
  scale?: Partial<GaugeScale>,
][] = [
  ['outN', 'level', '12.5', [{ quantity: 'level', value: 12.5, at: null, isGood: true }]],
  ['outN', 'rain', '3', [{ quantity: 'rain', value: 3 }]],
  ['outN', 'float', '1', [{ quantity: 'float', value: 1 }]],
  [
    'outN',
    'measure',
    `{"level": 12.5, "at": "${AT}", "quality": "good"}`,
    [{ quantity: 'level', value: 12.5, at: Date.parse(AT), isGood: true }],
  ],
  ['outN', 'measure', '{"level":1,"rain":2,"float":0,"quality":"bad"}', [{ isGood: false }, {}, {}]],
  ['esphome', 'sensor/level/state', '18.3', [{ quantity: 'level', value: 18.3 }]],
  ['esphome', 'binary_sensor/float/state', 'ON', [{ quantity: 'float', value: 1 }]],
  [
    'tasmota',
    'tele/SENSOR',
    '{"Time":"2026-11-28T04:12:00","Switch1":"OFF","SR04":{"Distance":279.0},"DistanceUnit":"cm"}',
    [
      { quantity: 'level', value: 21 },
      { quantity: 'float', value: 0 },
    ],
    { scale: -1, offset: 300 },
  ],
  ['tasmota', 'stat/SWITCH1', '{"STATE":"ON"}', [{ quantity: 'float', value: 1 }]],
  ['shelly', 'status/input:100', '{"id":100,"state":true}', [{ quantity: 'float', value: 1 }]],
  ['shelly', 'status/input:101', '{"id":101,"percent":40.5}', [{ value: 81 }], { scale: 2 }],
  [
    'chirpstack',
    'event/up',
    `{"deduplicationId":"3ac7e3c4-4401-4b8d-9386-a5c902f9202d","time":"${AT}","deviceInfo":{"devEui":"24e124707c481234"},` +
      '"adr":true,"fCnt":4,"fPort":85,"data":"A4LmCg==","object":{"distance":2790.0,"battery":91},"rxInfo":[]}',
    [{ quantity: 'level', value: 21, at: Date.parse(AT), isImplied: false }],
    { field: 'distance', scale: -0.1, offset: 300 },
  ],
  [
    'tts',
    'up',
    `{"end_device_ids":{"device_id":"acqua"},"received_at":"${AT}","uplink_message":{"f_port":2,"f_cnt":1834,` +
      '"frm_payload":"ASsBKAAA","decoded_payload":{"level":21}}}',
    [
      { quantity: 'level', value: 21, isImplied: false },
      { quantity: 'rain', value: 0, isImplied: true },
      { quantity: 'float', value: 0, isImplied: true },
    ],
  ],
  [
    'tts',
    'up',
    `{"received_at":"${AT}","uplink_message":{"f_port":2,"decoded_payload":{}}}`,
    [
      { quantity: 'level', value: 0, isImplied: true },
      { quantity: 'rain', value: 0, isImplied: true },
      { quantity: 'float', value: 0, isImplied: true },
    ],
  ],
];

test.each(SAID)('%s on %s: %s', (profile, channel, payload, measured, scale = {}) => {
  const readings = readingsOf(profile, { channel, payload }, { field: null, scale: 1, offset: 0, ...scale });
  expect(readings).toHaveLength(measured.length);
  expect(readings).toMatchObject(measured);
  expect(isGaugeChannel(channel)).toBe(true);
});

describe('says nothing', () => {
  test.each<[DeviceProfile, string, string]>([
    ['outN', 'level', 'alto'],
    ['outN', 'level', ''],
    ['outN', 'level', 'NaN'],
    ['outN', 'float', '2'],
    ['outN', 'measure', 'null'],
    ['outN', 'temp', '21'],
    ['esphome', 'sensor/level/state', 'nan'],
    ['tasmota', 'tele/SENSOR', '{"Time":"2026-11-28T04:12:00"}'],
    // The probe does not see the water.
    ['tasmota', 'tele/SENSOR', '{"SR04":{"Distance":null}}'],
    ['shelly', 'status/input:100', '{"id":100,"state":null}'],
    // Without a codec there is no object: no zero was left out.
    ['chirpstack', 'event/up', '{"fCnt":4,"data":"A4LmCg=="}'],
    ['chirpstack', 'event/up', '{"object":{"battery":91}}'],
    ['tts', 'up', '{"uplink_message":{"f_port":2,"frm_payload":"ASsBKAAA"}}'],
    ['tts', 'up', 'ciao'],
  ])('%s on %s: %s', (profile, channel, payload) => {
    expect(readingsOf(profile, { channel, payload })).toEqual([]);
  });
});
