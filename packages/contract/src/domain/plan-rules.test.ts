import { expect, test } from 'vitest';
import { parsePlanMoment, valueAtEnd } from './plan-rules.ts';

test.each([
  ['18:30', { kind: 'ora', time: '18:30' }],
  ['alba', { kind: 'alba', offsetMin: 0 }],
  ['tramonto-30', { kind: 'tramonto', offsetMin: -30 }],
  ['alba+180', { kind: 'alba', offsetMin: 180 }],
])('%s is a time of day', (text, moment) => {
  expect(parsePlanMoment(text)).toEqual(moment);
});

test.each(['', '24:00', '7:30', '18:30:00', 'alba+0', 'alba+181', 'tramonto30', 'notte', '18:30+5'])(
  '%j is none',
  (text) => {
    expect(parsePlanMoment(text)).toBeUndefined();
  },
);

test('at its end a plan sets signals to verde and lanterns to their other state', () => {
  expect(valueAtEnd('semaforo', 'giallo')).toBe('verde');
  expect(valueAtEnd('lanterna', 'acceso')).toBe('spento');
  expect(valueAtEnd('lanterna', 'spento')).toBe('acceso');
});
