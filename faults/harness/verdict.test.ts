import { expect, test } from 'vitest';
import type { Comune, Records } from './crash-town.ts';
import { assert } from './verdict.ts';
import type { Witnessed } from './witness.ts';

const DUE = 1_795_183_200_000;
const KEY = '/3/colpo/s0';

const comune: Comune = {
  crash: {
    number: 0,
    point: 'after-mark',
    pass: 1,
    act: 'schedule',
    atStart: false,
    withMuteSignal: false,
    downMs: 0,
  },
  authorId: 1,
  signals: [{ key: KEY, isMute: false }],
  lantern: undefined,
  schedules: [{ id: 7, color: 'rosso' }],
};

/** A schedule that ran as it should. */
function soundRecords(): Records {
  return {
    schedules: [
      {
        id: 7,
        executed: 1,
        outcome: 'eseguita',
        outcome_reason: null,
        execute_at: DUE,
        command_id: 3,
      } as Records['schedules'][number],
    ],
    commands: [{ id: 3, schedule_id: 7, created_at: DUE + 5 } as Records['commands'][number]],
    deliveries: [
      {
        id: 9,
        command_id: 3,
        device_topic: KEY,
        value: 'rosso',
        state: 'confermato',
      } as Records['deliveries'][number],
    ],
  };
}

const sent = (at: number, channel: string, payload: string): Witnessed => {
  return { at: DUE + at, key: KEY, channel, payload, isCommand: true };
};
const reported = (at: number, channel: string, payload: string): Witnessed => {
  return { ...sent(at, channel, payload), isCommand: false };
};
const OFF = [sent(12, 'out1', '0'), sent(13, 'out2', '0'), sent(14, 'out3', '0')];
const soundTraffic = [sent(10, 'out4', '1'), reported(11, 'out4', '1'), ...OFF];

const kindsOf = (records: Records, received: readonly Witnessed[]) =>
  assert(comune, records, received).map(({ kind }) => kind);

test('a schedule that ran correctly has no violation, even when its messages came twice', () => {
  expect(kindsOf(soundRecords(), soundTraffic)).toEqual([]);
  expect(kindsOf(soundRecords(), [...soundTraffic, ...soundTraffic])).toEqual([]);
});

test.each<[string, string[], (records: Records) => void, readonly Witnessed[]]>([
  [
    'two commands',
    ['doubled'],
    ({ commands }) => void commands.push({ ...commands[0], id: 4 } as never),
    soundTraffic,
  ],
  [
    'no end',
    ['missed'],
    ({ schedules }) => void Object.assign(schedules[0] ?? {}, { executed: 0, outcome: null }),
    soundTraffic,
  ],
  [
    'an outcome while its command is under way',
    ['missed'],
    ({ schedules }) => void Object.assign(schedules[0] ?? {}, { executed: 0, outcome: 'in corso' }),
    soundTraffic,
  ],
  [
    'an end that its deliveries contradict',
    ['untruthful'],
    ({ deliveries }) => void Object.assign(deliveries[0] ?? {}, { state: 'scaduto' }),
    soundTraffic,
  ],
  [
    'a delay that it hides',
    ['untruthful'],
    ({ deliveries }) => void Object.assign(deliveries[0] ?? {}, { sent_at: DUE + 1001 }),
    soundTraffic,
  ],
  [
    'a lamp that it left',
    ['doubled'],
    () => undefined,
    [...soundTraffic, sent(20, 'out1', '1'), sent(21, 'out4', '0')],
  ],
  [
    'a lamp too many in the end',
    ['missed'],
    () => undefined,
    soundTraffic.filter(({ channel }) => channel !== 'out1'),
  ],
  [
    'a delivery under way',
    ['untruthful', 'missed'],
    ({ deliveries }) => void Object.assign(deliveries[0] ?? {}, { state: 'inviato' }),
    soundTraffic,
  ],
  [
    'a confirmation without a report',
    ['untruthful'],
    () => undefined,
    soundTraffic.filter(({ isCommand }) => isCommand),
  ],
  ['a message before its command', ['untruthful'], () => undefined, [sent(1, 'out4', '1'), ...soundTraffic]],
  [
    'an early start',
    ['untruthful'],
    ({ schedules }) => void Object.assign(schedules[0] ?? {}, { execute_at: DUE + 6 }),
    soundTraffic,
  ],
])('a schedule with %s is a violation', (_, kinds, spoil, received) => {
  const records = soundRecords();
  spoil(records);
  expect(kindsOf(records, received)).toEqual(expect.arrayContaining(kinds));
});
