import type { Command } from '@semaforo/contract/api/commands';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import { expect, test } from 'vitest';
import { assertSignals, type SignalFindings, type SignalInvariant } from './assert-signals.ts';
import { deviceRecord } from './factories.ts';
import { createReportLog } from './signal-reports.ts';

const KEY = '/3/val/s1';
const AT = 1_000_000;

/** What a signal says and is told: `out4=1` said, `out4/set=1` told, one millisecond after the other. */
function log(...messages: string[]) {
  let at = AT;
  const reports = createReportLog([KEY], () => (at += 1));
  for (const message of messages) {
    const [channel = '', payload = ''] = message.split('=');
    reports.note(`${KEY}/${channel}`, payload);
  }
  return reports.signals;
}

const SENT = ['out4/set=1', 'out1/set=0'];
const OBEYED = log('out1=1', 'out4=0', ...SENT, 'out4=1', 'out1=0');

function record(lit: SignalColor, more: Partial<DeviceStatusRecord> = {}): DeviceStatusRecord {
  const lamps = SIGNAL_COLORS.map((color) => ({
    ...{
      color,
      said_at: null,
      fresh: true,
      witness: 'command' as const,
      power: null,
      usual_power: null,
      fault: null,
    },
    on: color === lit ? true : color === 'verde' || color === 'rosso' ? false : null,
  }));
  return deviceRecord({ topic: KEY, status: lit, lamps, updated_at: null, ...more });
}

function command(state: Command['deliveries'][number]['state']): Command {
  return {
    ...({} as Command),
    commandId: 7,
    created_at: new Date(AT).toISOString(),
    deliveries: [{ id: 1, deviceId: 1, device: 's1', value: 'rosso', state, reason: null }],
  };
}

const sound: SignalFindings = {
  words: OBEYED,
  isGood: () => true,
  records: [record('rosso')],
  commands: [command('confermato')],
  reportedWithinMs: 1000,
};

test.each<[string, SignalInvariant[], Partial<SignalFindings>]>([
  ['that went well', [], {}],
  ['shown lit unsaid', ['lit-unsaid', 'shown-wrong', 'shown-wrong'], { records: [record('giallo')] }],
  ['shown as it was', ['shown-wrong', 'shown-wrong'], { records: [record('verde')] }],
  ['in error and good', ['error-untrue'], { records: [record('rosso', { error: true, error_reason: 'x' })] }],
  [
    'confirmed without a word',
    ['confirmed-dark'],
    { words: log('out1=1', 'out4=0', ...SENT), records: [record('verde')] },
  ],
  [
    'confirmed beside another lamp',
    ['two-lit', 'confirmed-dark', 'shown-wrong'].toSorted() as SignalInvariant[],
    { words: log('out1=1', 'out4=0', ...SENT, 'out4=1') },
  ],
  ['left open', ['left-open'], { commands: [command('inviato')] }],
  ['lost', ['lost'], { commands: [command('scaduto')] }],
  ['of a bad device that expired', [], { commands: [command('scaduto')], isGood: () => false }],
  [
    'told what nobody asked',
    ['odd-message'],
    { words: log(...['out1=1', 'out4=0'], 'out4=1', 'out1=0', 'out2/set=1') },
  ],
  ['told late', ['late-message', 'late-message'], { reportedWithinMs: 1 }],
])('a signal %s', (_, expected, spoilt) => {
  const found = assertSignals({ ...sound, ...spoilt }).map(({ invariant }) => invariant);
  expect(found.toSorted()).toEqual(expected.toSorted());
});
