import { expect, test } from 'vitest';
import { lampTestBlock } from './lamp-test-block.ts';

const device = { id: 1, pending: null, testing: false };

test('a lamp test says why it would be refused: in test, under a command, in an alert', () => {
  const state = 'in corso';
  expect(lampTestBlock([device], [])).toBeNull();
  expect(lampTestBlock([{ ...device, testing: true }], [])).toMatch(/già in prova/);
  expect(lampTestBlock([device, { ...device, id: 2, pending: 'rosso' }], [])).toMatch(/uno di questi/);
  expect(lampTestBlock([device], [{ state, devices: [1] }])).toMatch(/durante un’allerta/);
  expect(lampTestBlock([device], [{ state, devices: [2] }])).toBeNull();
  expect(lampTestBlock([device], [{ state: 'confermata', devices: [1] }])).toBeNull();
});
