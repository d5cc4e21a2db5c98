import type { LinkPolicy } from '@semaforo/contract/domain/link-policy';
import { type Board, ESPHOME_ROSSO, referenceConfig, SHELLY_ROSSO, TASMOTA_ROSSO } from './policy-lines.ts';

/** The rule of a site, for the board of its signal: a float that is up for so long lights rosso, with nothing else. */
export function localRuleLines({ profile, topic }: Board, policy: LinkPolicy, forS: number): string {
  switch (profile) {
    case 'outN':
      return [
        '// In semaforo.ino, la scheda di riferimento (cartella firmware): il galleggiante fra il piedino e la massa.',
        'const int FLOAT_PIN = 33;',
        referenceConfig(topic, policy, forS * 1000),
      ].join('\n');
    case 'esphome':
      return [
        '# Il galleggiante accende rosso anche senza rete, broker e console. Non abbassa mai.',
        'binary_sensor:',
        '  - platform: gpio',
        '    name: float',
        '    pin: { number: GPIO33, mode: INPUT_PULLUP, inverted: true }',
        '    filters:',
        `      - delayed_on: ${forS}s`,
        '    on_press:',
        ...ESPHOME_ROSSO.map((line) => `      ${line}`),
      ].join('\n');
    case 'tasmota':
      return [
        '# Il galleggiante sta sullo Switch1, staccato dai relè (SetOption114).',
        'Backlog SetOption114 1; SwitchMode1 1',
        `Rule3 ON Switch1#State=1 DO RuleTimer2 ${forS} ENDON ON Switch1#State=0 DO RuleTimer2 0 ENDON ` +
          `ON Rules#Timer=2 DO ${TASMOTA_ROSSO} ENDON`,
        'Rule3 1',
      ].join('\n');
    case 'shelly':
      return [
        '// Script dello Shelly, da far partire a ogni avvio: il galleggiante sull’ingresso 100 dell’add-on.',
        'let pending = null;',
        'Shelly.addStatusHandler(function (event) {',
        '  if (event.component !== "input:100" || event.delta.state === undefined) return;',
        '  if (pending !== null) { Timer.clear(pending); pending = null; }',
        '  if (event.delta.state !== true) return;',
        `  pending = Timer.set(${forS * 1000}, false, function () {`,
        ...SHELLY_ROSSO.map((line) => `    ${line}`),
        '  });',
        '});',
      ].join('\n');
    case 'chirpstack':
    case 'tts':
      return '# Una rete LoRaWAN non porta lampade: il galleggiante va sulla scheda del segnale.';
  }
}
