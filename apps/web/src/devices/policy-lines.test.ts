import { DEVICE_PROFILES } from '@semaforo/contract/domain/device-profiles';
import { LINK_POLICIES } from '@semaforo/contract/domain/link-policy';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { policyLines } from './policy-lines.ts';

const lines = (profile: (typeof DEVICE_PROFILES)[number], policy: (typeof LINK_POLICIES)[number]) =>
  policyLines({ profile, topic: '/3/val/s1' }, { policy, after_s: policy === 'rosso-after' ? 3600 : null });

describe.each(DEVICE_PROFILES)('%s', (profile) => {
  test.each(LINK_POLICIES)('has lines for %s', (policy) => {
    expect(lines(profile, policy)).not.toBe('');
  });
});

test.each(LINK_POLICIES)('the lines for ESPHome are YAML: %s', (policy) => {
  expect(parseDocument(lines('esphome', policy)).errors).toEqual([]);
});

test('rosso is lit before the others go out, after the time that was chosen', () => {
  const tasmota = lines('tasmota', 'rosso-after');
  expect(tasmota).toContain('RuleTimer1 3600');
  expect(tasmota.indexOf('Power4 1')).toBeLessThan(tasmota.indexOf('Power1 0'));
  const esphome = lines('esphome', 'rosso-after');
  expect(esphome.indexOf('turn_on: rosso')).toBeLessThan(esphome.indexOf('turn_off: verde'));
  expect(lines('outN', 'rosso-after')).toContain('{1, SIGNAL_ROSSO_AFTER, 3600, 60000, SIGNAL_ROSSO, 2000}');
});

test('a board of ESPHome counts on when another try to connect fails, and begins not linked', () => {
  const script = parseDocument(lines('esphome', 'rosso-after')).getIn(['script', 0, 'mode']);
  expect(script).toBe('single');
  const lamp = parseDocument(lines('esphome', 'keep-and-say')).getIn(['switch', 0, 'restore_mode']);
  expect(lamp).toBe('ALWAYS_ON');
});

describe('a board of Tasmota', () => {
  const after = (...events: Happening[]) => {
    const { rosso } = runRule(lines('tasmota', 'rosso-after'), events);
    const { power5 } = runRule(lines('tasmota', 'keep-and-say'), events);
    return { rosso, saysUnlinked: power5 === 1 };
  };

  test('counts on when another try to connect fails', () => {
    const tries: Happening[] = [110, 120, 3000].map((at) => [at, 'Mqtt#Disconnected']);
    expect(after([100, 'Mqtt#Disconnected'], ...tries)).toEqual({ rosso: 3700, saysUnlinked: true });
  });
  test('counts from its start, which a try to connect follows only once there is a network', () => {
    expect(after([0, 'System#Init'])).toEqual({ rosso: 3600, saysUnlinked: true });
    expect(after([0, 'System#Init'], [50, 'Wifi#Connected'], [60, 'Mqtt#Disconnected'])).toEqual({
      rosso: 3600,
      saysUnlinked: true,
    });
  });
  test('counts from the loss of the network, in which it tries no broker', () => {
    expect(after([100, 'Wifi#Disconnected'])).toEqual({ rosso: 3700, saysUnlinked: true });
  });
  test('counts no more once it is connected, and anew from the next loss', () => {
    const back: Happening[] = [
      [100, 'Mqtt#Disconnected'],
      [200, 'Mqtt#Connected'],
    ];
    expect(after(...back)).toEqual({ rosso: undefined, saysUnlinked: false });
    expect(after(...back, [300, 'Mqtt#Disconnected'])).toEqual({ rosso: 3900, saysUnlinked: true });
  });
  test('counts no more when its connection outlasted a short loss of the network', () => {
    const blink: Happening[] = [
      [100, 'Wifi#Disconnected'],
      [120, 'Wifi#Connected'],
    ];
    expect(after(...blink)).toEqual({ rosso: undefined, saysUnlinked: false });
    expect(after(...blink, [180, 'Mqtt#Disconnected'])).toEqual({ rosso: 3700, saysUnlinked: true });
  });
});

type Happening = [seconds: number, trigger: string];

/** What the rule does as things happen to the board (https://tasmota.github.io/docs/Rules), until rosso is lit. */
function runRule(written: string, events: readonly Happening[]) {
  const rules = [...written.matchAll(/ON (\S+) DO (?:Backlog )?(.+?) ENDON/g)];
  const board = { power5: 0, var1: 0, rosso: undefined as number | undefined };
  const timers = new Map<string, number>();
  const perform = ([name = '', value = '']: string[], at: number) => {
    if (name === 'Power5') board.power5 = Number(value);
    if (name === 'Power4') board.rosso = at;
    if (name.startsWith('RuleTimer')) timers.set(name, Number(value) && at + Number(value));
    if (name !== 'Add1' && name !== 'Var1') return;
    board.var1 = Number(value) + (name === 'Add1' ? board.var1 : 0);
    happen([at, `Var1#State==${board.var1}`]);
  };
  const happen = ([at, trigger]: Happening) => {
    const commands = rules.flatMap(([, on, performed = '']) => (on === trigger ? performed.split('; ') : []));
    for (const command of commands) perform(command.split(' '), at);
  };
  const passUntil = (until: number) => {
    for (const [name, at] of [...timers].toSorted(([, one], [, other]) => one - other)) {
      if (at === 0 || at > until || timers.get(name) !== at) continue;
      timers.delete(name);
      happen([at, `Rules#Timer=${name.at(-1)}`]);
    }
  };
  for (const event of events) {
    passUntil(event[0]);
    happen(event);
  }
  passUntil(Number.POSITIVE_INFINITY);
  return board;
}
