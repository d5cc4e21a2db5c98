import { expect, test } from 'vitest';
import { createLastPayloads } from './last-payloads.ts';

const every = () => true;

test('the last payload of each channel is taken once, by the key that is registered', () => {
  const payloads = createLastPayloads();
  for (const payload of ['0', '1']) payloads.note('/3/val/s1', { channel: 'out4', payload });
  payloads.note('/3/val/s1', { channel: 'status', payload: 'online' });
  payloads.note('/3/val/s2', { channel: 'out1', payload: '1' });
  expect(payloads.takeRegistered((key) => key === '/3/val/s1')).toEqual([
    { topic: '/3/val/s1/out4', payload: '1' },
    { topic: '/3/val/s1/status', payload: 'online' },
  ]);
  expect(payloads.takeRegistered(every)).toEqual([{ topic: '/3/val/s2/out1', payload: '1' }]);
});

test('a payload that the broker no longer keeps is taken back', () => {
  const payloads = createLastPayloads();
  for (const payload of ['1', '']) payloads.note('/3/val/s1', { channel: 'out4', payload });
  expect(payloads.takeRegistered(every)).toEqual([]);
});

test('strangers fill no more than their share: keys, channels and long payloads have an end', () => {
  const payloads = createLastPayloads();
  for (let index = 0; index < 2000; index += 1)
    payloads.note(`/3/val/s${index}`, { channel: 'out1', payload: '1' });
  for (let index = 0; index < 20; index += 1)
    payloads.note('/3/val/s1999', { channel: `out${index}`, payload: '1' });
  payloads.note('/3/val/s1998', { channel: 'out2', payload: 'x'.repeat(1024) });
  payloads.note('/3/v+l/s1', { channel: 'out1', payload: '1' });
  const taken = payloads.takeRegistered(every);
  expect(taken).toHaveLength(999 + 8);
  expect(taken[0]?.topic).toBe('/3/val/s1000/out1');
  expect(taken.at(-1)?.topic).toBe('/3/val/s1999/out19');
});
