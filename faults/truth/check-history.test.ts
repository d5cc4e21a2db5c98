import { expect, test } from 'vitest';
import type { SentRequest } from './carry-out.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkRequests } from './check-requests.ts';
import { checkSchedules } from './check-schedules.ts';
import type { CommandRow, DeliveryRow, Findings, ScheduleRow } from './findings.ts';
import { createOutages } from './outages.ts';
import type { Invariant } from './violation.ts';

const KEY = '/3/alba/s1';
const AT = 1_000_000;

const command: CommandRow = {
  id: 3,
  created_at: AT,
  author_id: 1,
  username: 'alba',
  origin: 'operatore',
  device_type: 'semaforo',
  value: 'rosso',
  deadline_at: AT + 10_000,
  source_id: null,
  schedule_id: null,
  served_by: null,
  intent_key: null,
  whom: 'tutti',
  group_name: null,
  lamp_test_id: null,
  approved_by: null,
};
const delivery: DeliveryRow = {
  id: 5,
  command_id: 3,
  device_id: 1,
  device_name: null,
  device_topic: KEY,
  owner_id: 1,
  value: 'rosso',
  previous_status: null,
  payloads: '',
  state: 'confermato',
  reason: null,
  sent: 2,
  sent_at: AT + 10,
  created_at: AT,
  state_changed_at: AT + 50,
  shown: null,
  lit: null,
};
const schedule: ScheduleRow = {
  id: 7,
  author_id: 1,
  username: 'alba',
  color: 'rosso',
  device_type: 'semaforo',
  execute_at: AT - 5,
  created_at: AT - 5000,
  executed: 1,
  outcome: 'eseguita',
  outcome_reason: null,
  finished_at: AT + 50,
  leased_until: null,
  leased_by: null,
  fencing_token: 1,
  after_command: 0,
  command_id: 3,
  whom: 'tutti',
  group_id: null,
  group_name: null,
  ended_devices: null,
  ended_total: null,
  alert_id: null,
  alert_step: null,
  plan_id: null,
  plan_day: null,
  plan_step: null,
};
const request: SentRequest = {
  number: 1,
  user: 'alba',
  act: { name: 'command', deviceType: 'semaforo', value: 'rosso' },
  agedMs: 0,
  asks: 1,
  key: 'k',
  sentAt: AT - 2,
  issuedAt: AT - 2,
  answers: [
    { at: AT + 60, status: 200, code: undefined, commandId: 3, results: [{ device: KEY, error: null }] },
  ],
};
const message = { at: AT + 12, key: KEY, channel: 'out4', payload: '1', retain: false };

/** A command that went as it should. */
const sound: Findings = {
  records: [],
  devices: new Map(),
  outages: createOutages(() => AT),
  stored: new Map(),
  linkLog: {
    sent: [{ ...message, place: 1, settledAs: 2 }],
    received: [
      {
        place: 3,
        at: AT + 20,
        key: KEY,
        lamp: 'rosso',
        on: true,
        storedAt: null,
        connection: 1,
        isLive: true,
      },
    ],
    oddTopics: [],
    newestConnection: () => 1,
    isReportedLive: () => true,
    take: () => undefined,
    closed: () => undefined,
  },
  commanded: [message],
  commands: [{ ...command, deadline_at: AT + 9998 }],
  deliveries: [delivery],
  schedules: [],
  asked: [request],
  commandsOf: () => new Set([3]),
  now: AT + 20_000,
};

const answered = (answer: Partial<SentRequest['answers'][number]>): SentRequest => ({
  ...request,
  answers: request.answers.map((one) => ({ ...one, ...answer })),
});

test.each<[string, Invariant[], Partial<Findings>]>([
  ['that went as it should', [], {}],
  ['without a word of its device', ['confirmed-dark'], { linkLog: { ...sound.linkLog, received: [] } }],
  ['told after its deadline', ['late-message'], { commanded: [message, { ...message, at: AT + 11_000 }] }],
  ['told by a retained message', ['odd-message'], { commanded: [{ ...message, retain: true }] }],
  [
    'told without having been asked for',
    ['odd-message'],
    { commanded: [message, { ...message, payload: '0' }] },
  ],
  [
    'that stays open',
    ['left-open'],
    { deliveries: [{ ...delivery, state: 'inviato' }], now: AT + 100_000, asked: [] },
  ],
  [
    'answered as confirmed that is not',
    ['answer-untrue'],
    { deliveries: [{ ...delivery, state: 'scaduto' }] },
  ],
  [
    'refused and made',
    ['answer-untrue'],
    { asked: [answered({ status: 409, code: 'command-pending', results: [] })] },
  ],
  ['made twice of one request', ['acted-twice'], { commandsOf: () => new Set([3, 4]) }],
  ['that nobody asked for', ['acted-twice'], { commands: [...sound.commands, { ...command, id: 4 }] }],
  [
    'made of an old press',
    ['old-click', 'old-click'],
    { asked: [{ ...request, agedMs: 12_000, issuedAt: AT - 12_000 }] },
  ],
])('a command %s', (_, expected, spoilt) => {
  const invariants: Invariant[] = [];
  const findings = { ...sound, ...spoilt };
  checkDeliveries(findings, (invariant) => invariants.push(invariant));
  checkRequests(findings, (invariant) => invariants.push(invariant));
  expect(invariants).toEqual(expected);
});

test.each<[string, boolean, Partial<Findings>]>([
  ['that was carried out', true, {}],
  ['without an outcome', false, { schedules: [{ ...schedule, outcome: null }] }],
  ['that ran early', false, { schedules: [{ ...schedule, execute_at: AT + 5 }] }],
  ['that ran twice', false, { commands: [1, 2].map((id) => ({ ...command, id, schedule_id: 7 })) }],
  ['that hides its delay', false, { deliveries: [{ ...delivery, sent_at: AT + 1100 }] }],
  ['that hides a device', false, { deliveries: [delivery, { ...delivery, state: 'scaduto' }] }],
  ['that was not sent and says so', true, { commands: [], schedules: [{ ...schedule, outcome: 'mancata' }] }],
])('a schedule %s', (_, isRight, spoilt) => {
  const invariants: Invariant[] = [];
  const findings = { ...sound, commands: [{ ...command, schedule_id: 7 }], schedules: [schedule], ...spoilt };
  checkSchedules(findings, (invariant) => invariants.push(invariant));
  expect(invariants.length === 0).toBe(isRight);
});
