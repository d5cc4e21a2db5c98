import { expect, test } from 'vitest';
import { createTrialGuard } from './trial-guard.ts';

const done = () => Promise.resolve('done' as const);

test.each([
  '0.0.0.0',
  '0',
  '169.254.169.254',
  '2852039166',
  '0xa9.254.43518',
  '0251.0376.169.254',
  '::',
  '[::]',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  'fe80::1',
  'fd00:ec2::254',
  '255.255.255.255',
])('nothing is tried at %s, where no broker can be', async (host) => {
  expect(await createTrialGuard()(host, done)).toMatchObject({ code: 'broker-address-refused' });
});

test.each(['127.0.0.1', '2130706433', '0x7f.1', 'localhost', '::1'])(
  'a broker on this machine may be tried, as %s',
  async (host) => {
    expect(await createTrialGuard()(host, done)).toBe('done');
  },
);

test('a name is refused when one of its addresses is; one without addresses is left to the connection', async () => {
  const lookUp = (host: string) =>
    host === 'absent' ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve(['10.0.0.1', '169.254.0.1']);
  const guard = createTrialGuard(lookUp);
  expect(await guard('metadata.example', done)).toMatchObject({ code: 'broker-address-refused' });
  expect(await guard('absent', done)).toBe('done');
});

test('two trials run at once, and a third one is refused', async () => {
  const guard = createTrialGuard(() => Promise.resolve([]));
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const slow = [guard('a', () => finished), guard('a', () => finished)];
  expect(await guard('a', done)).toMatchObject({ kind: 'too-many', retryAfterS: 5 });
  finish();
  await Promise.all(slow);
  expect(await guard('a', done)).toBe('done');
});
