import { expect, test } from 'vitest';
import { ACT } from '../../test/acts.ts';
import type { AuditContext } from '../database/audit-trail.ts';
import { createFailedLogIns } from './failed-log-ins.ts';

test('simultaneous failed log-ins are stored in one write, before any of them is answered', async () => {
  const writes: AuditContext[][] = [];
  const failed = createFailedLogIns((attempts) => Promise.resolve(void writes.push([...attempts])));
  const [first, second] = [
    { ...ACT, at: 1 },
    { ...ACT, at: 2 },
  ];
  await Promise.all([failed.record(first), failed.record(second)]);
  expect(writes).toEqual([[first, second]]);
  await failed.record(first);
  expect(writes).toEqual([[first, second], [first]]);
});

test('a failed log-in that cannot be stored fails, and the next one is stored', async () => {
  let isFull = true;
  const failed = createFailedLogIns(() =>
    isFull ? Promise.reject(new Error('disk full')) : Promise.resolve(),
  );
  await expect(failed.record(ACT)).rejects.toThrow('disk full');
  isFull = false;
  await expect(failed.record(ACT)).resolves.toBeUndefined();
});
