import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { boardLines } from './board-lines.ts';

const CONNECTION = {
  host: 'broker.comune.example',
  port: 1883,
  username: 'dispositivo-12',
  password: 'K7QW',
  key: '/3/comune/s1',
};
const linesOf = (profile: 'tasmota' | 'shelly' | 'esphome', type: 'semaforo' | 'lanterna' = 'semaforo') =>
  boardLines({ topic: CONNECTION.key, type, profile }, CONNECTION).lines;

test('Tasmota is told a FullTopic that stands under the key, and to number a single relay, too', () => {
  const lines = linesOf('tasmota');
  const full = /FullTopic (\S+)/.exec(lines)?.[1];
  const topic = /Topic (\S+);/.exec(lines)?.[1];
  expect(full?.replace('%topic%', topic ?? '').replace('%prefix%', 'stat')).toBe('/3/comune/s1/stat/');
  expect(lines).toContain('SetOption26 1; SetOption59 1; PowerRetain 0');
  expect(lines).toContain('MqttUser dispositivo-12; MqttPassword K7QW');
});

test('a Shelly is told the key as its prefix, and to speak and to be commanded by it', () => {
  const call = callsOf(linesOf('shelly')).find(({ method }) => method === 'MQTT.SetConfig');
  expect(call).toMatchObject({
    method: 'MQTT.SetConfig',
    params: {
      config: {
        topic_prefix: '/3/comune/s1',
        server: 'broker.comune.example:1883',
        status_ntf: true,
        enable_control: true,
      },
    },
  });
  expect(linesOf('shelly', 'lanterna')).toContain('id < 1;');
});

/** The calls by RPC in the lines for a Shelly. */
function callsOf(lines: string) {
  return [...lines.matchAll(/^curl \S+ -d '(.*)'$/gm)].map(
    ([, body = '']) => JSON.parse(body) as { method: string; params: unknown },
  );
}

describe('a lamp outlasts a cut of power, of the network and of the broker', () => {
  test('Tasmota saves its relays, restores them, and keeps its settings over quick power cycles', () => {
    expect(linesOf('tasmota').split('\n')).toContain('Backlog PowerOnState 3; SetOption0 1; SetOption65 1');
  });

  test.each([
    ['semaforo', [0, 1, 2, 3]],
    ['lanterna', [0]],
  ] as const)('each output of a Shelly that is a %s returns to its last state', (type, ids) => {
    const calls = callsOf(linesOf('shelly', type));
    expect(calls.filter(({ method }) => method === 'Switch.SetConfig').map(({ params }) => params)).toEqual(
      ids.map((id) => ({ id, config: { initial_state: 'restore_last' } })),
    );
    expect(calls.at(-1)?.method).toBe('Shelly.Reboot');
  });

  test('ESPHome never restarts of its own accord, saves each change at once and restores it', () => {
    const yaml = parse(linesOf('esphome'), { logLevel: 'silent' }) as Record<string, unknown> & {
      switch: { restore_mode: string }[];
    };
    expect(yaml.wifi).toMatchObject({ reboot_timeout: '0s' });
    expect(yaml.mqtt).toMatchObject({ reboot_timeout: '0s' });
    expect(yaml.preferences).toEqual({ flash_write_interval: '0s' });
    expect(yaml).not.toHaveProperty('api');
    expect(yaml.switch.map(({ restore_mode }) => restore_mode)).toEqual(
      Array.from({ length: 4 }, () => 'RESTORE_DEFAULT_OFF'),
    );
  });

  test.each(['tasmota', 'shelly', 'esphome'] as const)('the lines for %s say why, in Italian', (profile) => {
    expect(linesOf(profile)).toMatch(/^ *# .*calo di corrente/m);
  });
});

test('ESPHome gets YAML whose switches are named after the lamps and keep nothing at the broker', () => {
  const unknownTags = { logLevel: 'silent' } as const;
  const yaml = parse(linesOf('esphome'), unknownTags) as {
    mqtt: Record<string, unknown>;
    switch: { name: string; retain: boolean }[];
    interval: { then: { 'mqtt.publish': { topic: string } }[] }[];
  };
  expect(yaml.mqtt).toMatchObject({ topic_prefix: '/3/comune/s1', discovery: false, password: 'K7QW' });
  expect(yaml.switch.map(({ name, retain }) => [name, retain])).toEqual(
    ['verde', 'giallo', 'arancio', 'rosso'].map((name) => [name, false]),
  );
  expect(yaml.interval[0]?.then.at(-1)?.['mqtt.publish'].topic).toBe('/3/comune/s1/switch/rosso/state');
  expect(linesOf('esphome', 'lanterna')).toContain('name: lanterna');
});

test('the own language keeps the lines of the sketch', () => {
  const { lines } = boardLines({ topic: CONNECTION.key, type: 'semaforo', profile: 'outN' }, CONNECTION);
  expect(lines).toContain('const char KEY[] = "/3/comune/s1";');
});
