import type { DeviceWithCredentials } from '@semaforo/contract/api/credentials';
import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import type { DeviceProfile } from '@semaforo/contract/domain/device-profiles';
import { BOARD_LANGUAGES } from '@semaforo/contract/domain/device-profiles';
import { lampsOfType } from '@semaforo/contract/domain/lamps';
import { type DeviceConnection, sketchLines } from './connection-lines.ts';
import { chirpStackLines, ESPHOME_GAUGE, thingsStackLines } from './gauge-lines.ts';

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
    lines: `${shellyCommands(device, connection)}\n\n${shellyScript(device, connection)}`,
  }),
  esphome: (device, connection) => ({
    title: 'Per ESPHome',
    label: 'Righe per il file YAML',
    lines: espHomeYaml(device, connection),
  }),
  chirpstack: (_device, connection) => ({
    title: 'Per ChirpStack v4, sullo stesso broker',
    label: 'Righe per chirpstack.toml',
    lines: chirpStackLines(connection),
  }),
  tts: (_device, connection) => ({
    title: 'Per The Things Stack v3, con un ponte di Mosquitto',
    label: 'Righe per mosquitto.conf',
    lines: thingsStackLines(connection),
  }),
};

/** What is pasted into the board of a device so that it joins the broker as itself (docs/protocol.md#profiles). */
export function boardLines(device: BoardDevice, connection: DeviceConnection): Lines {
  return WRITERS[device.profile](device, connection);
}

/** Tasmota's console takes one line at a time and answers a line of explanation with 'Unknown'. */
function tasmotaCommands({ host, port, username, password, key }: DeviceConnection): string {
  const at = key.lastIndexOf('/');
  return [
    '# Una riga per volta; le righe con # spiegano e non si incollano.',
    '# Dopo un calo di corrente riaccende la lampada di prima (3, con 1 che la salva) e non perde le',
    '# impostazioni: senza SetOption65 1 le cancella tutte dopo sette cali ravvicinati.',
    'Backlog PowerOnState 3; SetOption0 1; SetOption65 1',
    '# Quali topic usa, e che cosa dice: ogni cambio, e tutto ogni minuto.',
    `Backlog Topic ${key.slice(at + 1)}; FullTopic ${key.slice(0, at)}/%topic%/%prefix%/`,
    'Backlog SetOption26 1; SetOption59 1; PowerRetain 0; TelePeriod 60',
    '# Dove sta il broker, e come si presenta.',
    `Backlog MqttHost ${host}; MqttPort ${port}; MqttClient ${username}; MqttUser ${username}; MqttPassword ${password}`,
  ].join('\n');
}

function shellyCommands(
  { type }: BoardDevice,
  { host, port, username, password, key }: DeviceConnection,
): string {
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
  return [
    '# Dopo un calo di corrente ogni uscita torna com’era, e non spenta.',
    ...lampsOfType(type).map((_lamp, id) =>
      call('Switch.SetConfig', { id, config: { initial_state: 'restore_last' } }),
    ),
    '# Dove sta il broker, come si presenta, e che dice e ascolta sotto il suo topic.',
    call('MQTT.SetConfig', { config }),
    call('Shelly.Reboot'),
  ].join('\n');
}

/** A Shelly speaks of an output when it changes; the script has it say all of them each minute, too. */
function shellyScript({ type }: BoardDevice, { key }: DeviceConnection): string {
  return [
    '// Script dello Shelly, da far partire a ogni avvio: ripete ogni minuto lo stato di ogni uscita.',
    'Timer.set(60000, true, function () {',
    `  for (let id = 0; id < ${lampsOfType(type).length}; id++) {`,
    '    let status = Shelly.getComponentStatus("switch:" + id);',
    `    if (status) MQTT.publish("${key}/status/switch:" + id, JSON.stringify(status), 1, false);`,
    '  }',
    '});',
  ].join('\n');
}

/** What keeps a lamp of ESPHome lit while network or broker are away, and over a cut of its power. */
const ESPHOME_HOLDS = [
  '# Togli dal file la sezione "api": se nessuno la usa, riavvia la scheda ogni 15 minuti.',
  '# Su un ESP8266 aggiungi "restore_from_flash: true" nella sezione "esp8266": senza, non ricorda.',
  '',
  '# Con una scheda via cavo (sezione "ethernet") questa sezione non serve.',
  'wifi:',
  '  ssid: !secret wifi_ssid',
  '  password: !secret wifi_password',
  '  # 0s: senza rete la scheda aspetta con la lampada accesa. Di suo si riavvierebbe dopo 15 minuti.',
  '  reboot_timeout: 0s',
  '',
  'preferences:',
  '  # 0s: una lampada è salvata appena cambia. Di suo un minuto dopo, e un calo di corrente la perde.',
  '  flash_write_interval: 0s',
  '',
];

function espHomeYaml(
  { type }: BoardDevice,
  { host, port, username, password, key }: DeviceConnection,
): string {
  return [
    ...ESPHOME_HOLDS,
    'mqtt:',
    `  broker: ${host}`,
    `  port: ${port}`,
    `  username: ${username}`,
    `  password: "${password}"`,
    `  client_id: ${username}`,
    `  topic_prefix: ${key}`,
    '  # 0s: come per la rete, quando è il broker a mancare.',
    '  reboot_timeout: 0s',
    '  clean_session: true',
    '  discovery: false',
    '  log_topic: null',
    '',
    ...(type === 'misuratore' ? ESPHOME_GAUGE : espHomeLamps(type, key)),
  ].join('\n');
}

function espHomeLamps(type: LampDeviceType, key: string): string[] {
  const { outputs, report } = BOARD_LANGUAGES.esphome;
  const names = lampsOfType(type).map((lamp) => outputs[lamp]);
  return [
    '# restore_mode: dopo un calo di corrente la scheda riaccende la lampada di prima. Di suo parte spenta.',
    'switch:',
    ...names.flatMap((name, at) => [
      '  - platform: gpio',
      `    id: ${name}`,
      `    name: ${name}`,
      `    pin: ${PINS[at]}`,
      '    restore_mode: RESTORE_DEFAULT_OFF',
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
  ];
}
