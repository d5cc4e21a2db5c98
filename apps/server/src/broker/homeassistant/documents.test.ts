import { describe, expect, test } from 'vitest';
import { documentOf, type WatchedDevice } from './documents.ts';

const FROM = { prefix: 'homeassistant', tag: 'k7m2qx', version: '0.1.0' };
const SIGNAL: WatchedDevice = {
  id: 12,
  topic: '/3/val/s1',
  name: 'Ponte',
  type: 'semaforo',
  profile: 'outN',
};

type Found = {
  device: object;
  origin: object;
  components: Record<string, { state_topic: string; value_template?: string } & Record<string, unknown>>;
};
const read = (device: WatchedDevice) => {
  const { topic, payload } = documentOf(device, FROM);
  return { topic, ...(JSON.parse(payload) as Found) };
};
const of = (profile: WatchedDevice['profile']) => read({ ...SIGNAL, profile });

const lampOf = (lamp: string, name: string, output: string) => ({
  platform: 'binary_sensor',
  unique_id: `semaforo_k7m2qx_12_${lamp}`,
  ...{ name, device_class: 'light', state_topic: `/3/val/s1/${output}` },
  ...{ payload_on: '1', payload_off: '0' },
});

describe('the discovery document', () => {
  test('of a signal names the device, where it comes from, and a read-only sensor for each lamp', () => {
    expect(read(SIGNAL)).toEqual({
      topic: 'homeassistant/device/semaforo_k7m2qx_12/config',
      device: { identifiers: ['semaforo_k7m2qx_12'], name: 'Ponte', model: 'outN (firmware proprio)' },
      origin: { name: 'Semaforo', sw_version: '0.1.0' },
      availability_topic: '/3/val/s1/status',
      payload_available: 'online',
      payload_not_available: 'offline',
      qos: 1,
      components: {
        verde: lampOf('verde', 'Verde', 'out1'),
        giallo: lampOf('giallo', 'Giallo', 'out2'),
        arancio: lampOf('arancio', 'Arancio', 'out3'),
        rosso: lampOf('rosso', 'Rosso', 'out4'),
      },
    });
  });

  test('of a lantern has its one lamp, and its topic where it has no name', () => {
    const { components, device } = read({ ...SIGNAL, type: 'lanterna', name: null, topic: '/4/val/l1' });
    expect(device).toMatchObject({ name: '/4/val/l1' });
    expect(Object.keys(components)).toEqual(['acceso']);
    expect(components.acceso).toMatchObject({ state_topic: '/4/val/l1/out1', payload_on: '1' });
  });

  test('of a Tasmota reads what it repeats each minute and says with each change', () => {
    expect(of('tasmota')).toMatchObject({
      availability_topic: '/3/val/s1/tele/LWT',
      payload_available: 'Online',
      payload_not_available: 'Offline',
    });
    expect(of('tasmota').components.rosso).toMatchObject({
      state_topic: '/3/val/s1/tele/STATE',
      value_template: "{{ value_json.POWER4 | default('') }}",
      ...{ payload_on: 'ON', payload_off: 'OFF' },
    });
  });

  test('of a Shelly reads the output of its status, where a template writes true as True', () => {
    expect(of('shelly')).toMatchObject({ availability_topic: '/3/val/s1/online', payload_available: 'true' });
    expect(of('shelly').components.rosso).toMatchObject({
      state_topic: '/3/val/s1/status/switch:3',
      value_template: "{{ value_json.output | default('') | lower }}",
      ...{ payload_on: 'true', payload_off: 'false' },
    });
  });

  test('of an ESPHome reads the switch of the lamp', () => {
    expect(of('esphome')).toMatchObject({
      availability_topic: '/3/val/s1/status',
      payload_available: 'online',
    });
    const { rosso } = of('esphome').components;
    expect(rosso).toMatchObject({ state_topic: '/3/val/s1/switch/rosso/state', payload_on: 'ON' });
    expect(rosso).not.toHaveProperty('value_template');
  });

  test.each(['outN', 'tasmota', 'shelly', 'esphome'] as const)(
    'of %s has nothing to command with',
    (profile) => {
      const { payload } = documentOf({ ...SIGNAL, profile }, FROM);
      expect(payload).not.toMatch(/command|cmd_t|cmnd|rpc|\/set"/);
    },
  );
});
