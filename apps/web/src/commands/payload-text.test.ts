import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { expect, test } from 'vitest';
import { payloadText } from './payload-text.ts';

const record = (payloads: string): HistoryRecord => ({
  id: 1,
  created_at: '2026-11-20T02:13:55.000Z',
  color: 'arancio',
  device_name: 'Diga Vecchia',
  device_topic: '/3/valdombra/s1',
  payloads,
  outcome: 'confermato',
  outcome_reason: null,
  shown: null,
  lit: [],
  username: 'valdombra',
  origin: 'operatore',
});

test('the device’s own topic is left out, the channel and the value stay', () => {
  const sent = '["/3/valdombra/s1/out3/set=1","/3/valdombra/s1/out1/set=0"]';
  expect(payloadText(record(sent))).toBe('out3/set=1, out1/set=0');
});

test('a payload with another topic is shown in full', () => {
  expect(payloadText(record('["/3/valdombra/s10/out3/set=1","out1=0"]'))).toBe(
    '/3/valdombra/s10/out3/set=1, out1=0',
  );
});
