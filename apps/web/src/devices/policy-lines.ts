import type { DeviceProfile } from '@semaforo/contract/domain/device-profiles';
import { type LinkPolicy, linkPolicyWords, ROSSO_AFTER_S } from '@semaforo/contract/domain/link-policy';

export type Board = { profile: DeviceProfile; topic: string };

const secondsOf = (policy: LinkPolicy) => policy.after_s ?? ROSSO_AFTER_S.usual;

const KEEPS = 'di suo la scheda tiene l’ultimo colore: non serve altro.';

/** What tells a board what to do while it hears nothing from the broker (docs/rules.md#link-policy). */
export function policyLines({ profile, topic }: Board, policy: LinkPolicy): string {
  const seconds = secondsOf(policy);
  switch (profile) {
    case 'outN':
      return referenceLines(topic, policy);
    case 'esphome':
      return espHomeLines(policy, seconds);
    case 'tasmota':
      return tasmotaLines(policy, seconds);
    case 'shelly':
      return shellyLines(policy, seconds);
    case 'chirpstack':
    case 'tts':
      return '# Una rete LoRaWAN non porta lampade.';
  }
}

function referenceLines(topic: string, policy: LinkPolicy): string {
  return [
    '// In semaforo.ino, la scheda di riferimento (cartella firmware).',
    ...(policy.policy === 'keep-and-say' ? ['const int UNLINKED_PIN = 32;  // la quinta lampada'] : []),
    referenceConfig(topic, policy, 2000),
  ].join('\n');
}

/** The one line of the reference device that says its policy and for how long its float has to be up. */
export function referenceConfig(topic: string, policy: LinkPolicy, floatMs: number): string {
  const word = {
    keep: 'SIGNAL_KEEP',
    'keep-and-say': 'SIGNAL_KEEP_AND_SAY',
    'rosso-after': 'SIGNAL_ROSSO_AFTER',
  }[policy.policy];
  const firstOutput = topic.startsWith('/3/') ? 1 : 2;
  const after = policy.policy === 'rosso-after' ? secondsOf(policy) : 0;
  return `const signal_config CONFIG = {${firstOutput}, ${word}, ${after}, 60000, SIGNAL_ROSSO, ${floatMs}};`;
}

function espHomeLines({ policy }: LinkPolicy, seconds: number): string {
  if (policy === 'keep') return `# ESPHome: ${KEEPS}`;
  if (policy === 'keep-and-say') {
    return [
      '# La quinta lampada, e chi la accende.',
      'switch:',
      '  - platform: gpio',
      '    id: non_collegato',
      '    pin: GPIO32',
      '    restore_mode: ALWAYS_ON',
      'mqtt:',
      '  on_connect:',
      '    - switch.turn_off: non_collegato',
      '  on_disconnect:',
      '    - switch.turn_on: non_collegato',
    ].join('\n');
  }
  return [
    'script:',
    '  - id: senza_collegamento',
    '    mode: single',
    '    then:',
    `      - delay: ${seconds}s`,
    ...ESPHOME_ROSSO.map((line) => `      ${line}`),
    'esphome:',
    '  on_boot:',
    '    - script.execute: senza_collegamento',
    'mqtt:',
    '  on_connect:',
    '    - script.stop: senza_collegamento',
    '  on_disconnect:',
    '    - script.execute: senza_collegamento',
  ].join('\n');
}

/** The new lamp first, then the others. */
export const ESPHOME_ROSSO: readonly string[] = [
  '- switch.turn_on: rosso',
  '- delay: 100ms',
  '- switch.turn_off: arancio',
  '- switch.turn_off: giallo',
  '- switch.turn_off: verde',
];

/** The relays of Tasmota and of a Shelly count from verde. */
export const TASMOTA_ROSSO = 'Backlog Power4 1; Delay 1; Power3 0; Power2 0; Power1 0';

function tasmotaLines({ policy }: LinkPolicy, seconds: number): string {
  if (policy === 'keep') return `# Tasmota: ${KEEPS}`;
  if (policy === 'keep-and-say') {
    return [
      '# La quinta lampada sta sul relè 5.',
      `Rule2 ${tasmotaLink({ lost: 'Power5 1', back: 'Power5 0' })}`,
      'Rule2 1',
    ].join('\n');
  }
  // Only the first word of a loss starts the timer: each one after it would start it again.
  const counted = tasmotaLink({ lost: 'Add1 1', back: 'RuleTimer1 0; Var1 0' });
  return [
    `Rule2 ${counted} ON Var1#State==1 DO RuleTimer1 ${seconds} ENDON ON Rules#Timer=1 DO ${TASMOTA_ROSSO} ENDON`,
    'Rule2 1',
  ].join('\n');
}

/**
 * Mqtt#Disconnected comes with each try to connect that fails. Without a network there is no try, and System#Boot comes
 * only once there is a broker. A connection may outlast a short loss of the network, and no event says so: within three
 * minutes of the network's return a try would have failed.
 */
function tasmotaLink({ lost, back }: { lost: string; back: string }): string {
  const rules: [trigger: string, commands: string][] = [
    ['System#Init', lost],
    ['Wifi#Disconnected', `Backlog RuleTimer3 0; ${lost}`],
    ['Mqtt#Disconnected', `Backlog RuleTimer3 0; ${lost}`],
    ['Wifi#Connected', 'RuleTimer3 180'],
    ['Rules#Timer=3', `Backlog ${back}`],
    ['Mqtt#Connected', `Backlog ${back}`],
  ];
  return rules.map(([trigger, commands]) => `ON ${trigger} DO ${commands} ENDON`).join(' ');
}

function shellyLines(policy: LinkPolicy, seconds: number): string {
  if (policy.policy === 'keep') return `// Shelly: ${KEEPS}`;
  if (policy.policy === 'keep-and-say') {
    return [
      '// Script dello Shelly, da far partire a ogni avvio; la quinta lampada sta sull’uscita 4.',
      'Timer.set(5000, true, function () {',
      '  Shelly.call("Switch.Set", { id: 4, on: !MQTT.isConnected() });',
      '});',
    ].join('\n');
  }
  return [
    `// Script dello Shelly, da far partire a ogni avvio: ${linkPolicyWords(policy).toLowerCase()} senza broker.`,
    'let alone = 0;',
    'Timer.set(5000, true, function () {',
    '  alone = MQTT.isConnected() ? 0 : alone + 5;',
    `  if (alone < ${seconds}) return;`,
    ...SHELLY_ROSSO.map((line) => `  ${line}`),
    '});',
  ].join('\n');
}

export const SHELLY_ROSSO: readonly string[] = [
  'Shelly.call("Switch.Set", { id: 3, on: true }, function () {',
  '  for (let id = 0; id < 3; id++) Shelly.call("Switch.Set", { id: id, on: false });',
  '});',
];
