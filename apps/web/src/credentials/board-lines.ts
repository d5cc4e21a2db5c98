import type { DeviceWithCredentials } from '@semaforo/contract/api/credentials';
import type { DeviceProfile } from '@semaforo/contract/domain/device-profiles';
import { BOARD_LANGUAGES } from '@semaforo/contract/domain/device-profiles';
import { lampsOfType } from '@semaforo/contract/domain/lamps';
import { type DeviceConnection, sketchLines } from './connection-lines.ts';

/** What of a device decides what its board is told. */
export type BoardDevice = Pick<DeviceWithCredentials, 'topic' | 'type' | 'profile'>;

type Lines = { title: string; label: string; lines: string };

/** Pins of an ESP32, as in the sketch of docs/protocol.md#a-device-on-an-esp32-or-esp8266. */
const PINS = ['GPIO25', 'GPIO26', 'GPIO27', 'GPIO14'];

const WRITERS: Record<DeviceProfile, (device: BoardDevice, connection: DeviceConnection) => Lines> = {
  outN: (_device, connection) => ({
    title: 'Per una scheda ESP8266 o ESP32',
    label: 'Righe per lo sketch',
    lines: sketchLines(connection),
  }),
  tasmota: (_device, connection) => ({
    title: 'Per Tasmota, nella sua console',
    label: 'Comandi per la console di Tasmota',
    lines: tasmotaCommands(connection),
  }),
  shelly: (device, connection) => ({
    title: 'Per uno Shelly Gen2',
    label: 'Comandi per lo Shelly, e il suo script',
    lines: `${shellyCommands(connection)}\n\n${shellyScript(device, connection)}`,
  }),
  esphome: (device, connection) => ({
    title: 'Per ESPHome',
    label: 'Righe per il file YAML',
    lines: espHomeYaml(device, connection),
  }),
};

/** What is pasted into the board of a device so that it joins the broker as itself (docs/protocol.md#profiles). */
export function boardLines(device: BoardDevice, connection: DeviceConnection): Lines {
  return WRITERS[device.profile](device, connection);
}

function tasmotaCommands({ host, port, username, password, key }: DeviceConnection): string {
  const at = key.lastIndexOf('/');
  return [
    `Backlog Topic ${key.slice(at + 1)}; FullTopic ${key.slice(0, at)}/%topic%/%prefix%/`,
    'Backlog SetOption26 1; SetOption59 1; PowerRetain 0; TelePeriod 60',
    `Backlog MqttHost ${host}; MqttPort ${port}; MqttClient ${username}; MqttUser ${username}; MqttPassword ${password}`,
  ].join('\n');
}

function shellyCommands({ host, port, username, password, key }: DeviceConnection): string {
  const config = {
    enable: true,
    server: `${host}:${port}`,
    client_id: username,
    user: username,
    pass: password,
    topic_prefix: key,
    status_ntf: true,
    rpc_ntf: false,
    enable_control: true,
  };
  const call = (method: string, params = {}) =>
    `curl http://INDIRIZZO-DELLO-SHELLY/rpc -d '${JSON.stringify({ id: 1, method, params })}'`;
  return [call('MQTT.SetConfig', { config }), call('Shelly.Reboot')].join('\n');
}

/** A Shelly speaks of an output when it changes; the script has it say all of them each minute, too. */
function shellyScript({ type }: BoardDevice, { key }: DeviceConnection): string {
  return [
    'Timer.set(60000, true, function () {',
    `  for (let id = 0; id < ${lampsOfType(type).length}; id++) {`,
    '    let status = Shelly.getComponentStatus("switch:" + id);',
    `    if (status) MQTT.publish("${key}/status/switch:" + id, JSON.stringify(status), 1, false);`,
    '  }',
    '});',
  ].join('\n');
}

function espHomeYaml(
  { type }: BoardDevice,
  { host, port, username, password, key }: DeviceConnection,
): string {
  const { outputs, report } = BOARD_LANGUAGES.esphome;
  const names = lampsOfType(type).map((lamp) => outputs[lamp]);
  return [
    'mqtt:',
    `  broker: ${host}`,
    `  port: ${port}`,
    `  username: ${username}`,
    `  password: "${password}"`,
    `  client_id: ${username}`,
    `  topic_prefix: ${key}`,
    '  clean_session: true',
    '  discovery: false',
    '  log_topic: null',
    '',
    'switch:',
    ...names.flatMap((name, at) => [
      '  - platform: gpio',
      `    id: ${name}`,
      `    name: ${name}`,
      `    pin: ${PINS[at]}`,
      '    qos: 1',
      '    retain: false',
    ]),
    '',
    'sensor:',
    '  - platform: uptime',
    '    name: uptime',
    '    retain: false',
    '',
    'interval:',
    '  - interval: 60s',
    '    then:',
    ...names.flatMap((name) => [
      '      - mqtt.publish:',
      `          topic: ${key}/${report.channel.replace('{output}', name)}`,
      `          payload: !lambda 'return id(${name}).state ? "${report.on}" : "${report.off}";'`,
      '          qos: 1',
      '          retain: false',
    ]),
  ].join('\n');
}
