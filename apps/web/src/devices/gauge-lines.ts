import type { DeviceConnection } from './connection-lines.ts';

/** A probe over the water and a float, for ESPHome: `level` and `float` are read (docs/protocol.md#gauges). */
export const ESPHOME_GAUGE: readonly string[] = [
  '# Una sonda a ultrasuoni sopra l’acqua: il livello è l’altezza della sonda meno la distanza.',
  'sensor:',
  '  - platform: ultrasonic',
  '    name: level',
  '    trigger_pin: GPIO25',
  '    echo_pin: GPIO26',
  '    update_interval: 10s',
  '    accuracy_decimals: 1',
  '    unit_of_measurement: cm',
  '    filters:',
  '      - median: { window_size: 5, send_every: 1 }',
  '      # Da metri a cm, e da distanza a livello: al posto di 300 scrivi l’altezza della sonda in cm.',
  '      - lambda: return 300 - x * 100;',
  '    retain: false',
  '',
  '# Un galleggiante: chiuso quando l’acqua lo alza.',
  'binary_sensor:',
  '  - platform: gpio',
  '    name: float',
  '    pin: { number: GPIO27, mode: INPUT_PULLUP, inverted: true }',
  '    filters:',
  '      - delayed_on_off: 500ms',
  '    retain: false',
];

/** ChirpStack publishes on our broker, each end device under a topic of its own: its last part is the DevEUI. */
export function chirpStackLines({ host, port, username, password, key }: DeviceConnection): string {
  return [
    '# In chirpstack.toml. Il topic del misuratore finisce con il suo DevEUI, in minuscolo.',
    '[integration]',
    '  enabled = ["mqtt"]',
    '[integration.mqtt]',
    `  server = "tcp://${host}:${port}/"`,
    `  username = "${username}"`,
    `  password = "${password}"`,
    '  json = true',
    '  qos = 1',
    `  event_topic = "${parentOf(key)}/{{dev_eui}}/event/{{event}}"`,
    '',
    '# Il «codec» del profilo dà un oggetto con level (cm), rain (mm/h) o float (0 o 1).',
  ].join('\n');
}

/** The Things Stack is a broker of its own: a bridge of Mosquitto brings its uplinks to ours. */
export function thingsStackLines({ host, port, username, password, key }: DeviceConnection): string {
  const id = key.slice(key.lastIndexOf('/') + 1);
  return [
    '# Un Mosquitto fa da ponte: legge da The Things Stack e porta al nostro broker.',
    '# APPLICAZIONE e CHIAVE: quelle di The Things Stack, con il diritto di leggere gli uplink.',
    'connection tts',
    'address eu1.cloud.thethings.network:8883',
    'bridge_cafile /etc/ssl/certs/ca-certificates.crt',
    'remote_username APPLICAZIONE@ttn',
    'remote_password CHIAVE',
    `topic up in 0 tts/${id}/ v3/APPLICAZIONE@ttn/devices/${id}/`,
    '',
    'connection semaforo',
    `address ${host}:${port}`,
    `remote_username ${username}`,
    `remote_password ${password}`,
    `topic up out 1 tts/${id}/ ${key}/`,
  ].join('\n');
}

function parentOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/'));
}
