import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectGarbage } from './collect-garbage.ts';
import { endAfter } from './end-after.ts';

const mute = createServer();
let address = '';

beforeAll(async () => {
  mute.listen(0, '127.0.0.1');
  await once(mute, 'listening');
  address = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`;
});
afterAll(() => {
  mute.closeAllConnections();
  mute.close();
});

const ask = (ms: number, other?: AbortSignal) => endAfter(ms, (signal) => fetch(address, { signal }), other);
/** What nothing holds is collected while the request waits. */
async function collected<T>(work: Promise<T>): Promise<T> {
  const collecting = setInterval(collectGarbage, 20);
  try {
    return await work;
  } finally {
    clearInterval(collecting);
  }
}

test('work that is never answered ends in time, whatever is collected meanwhile', async () => {
  await expect(collected(ask(200, new AbortController().signal))).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});

test('work ends with the other signal, also one that is aborted already', async () => {
  const stopping = new AbortController();
  const requested = collected(ask(60_000, stopping.signal));
  setTimeout(() => stopping.abort(new Error('stopped')), 100);
  await expect(requested).rejects.toThrow('stopped');
  await expect(ask(60_000, stopping.signal)).rejects.toThrow('stopped');
});

test('what comes in time is what the work answers', async () => {
  expect(await endAfter(60_000, () => Promise.resolve('done'))).toBe('done');
});

test('work that does not heed its signal is left behind', async () => {
  const never = new Promise<never>(() => undefined);
  await expect(endAfter(20, () => never)).rejects.toMatchObject({ name: 'TimeoutError' });
  const stopping = new AbortController();
  const left = endAfter(60_000, () => never, stopping.signal);
  stopping.abort(new Error('stopped'));
  await expect(left).rejects.toThrow('stopped');
});

test('work that fails after its end is nobody’s unhandled failure', async () => {
  let fail: (error: Error) => void = () => undefined;
  const late = new Promise<never>((_, reject) => {
    fail = reject;
  });
  await expect(endAfter(20, () => late)).rejects.toMatchObject({ name: 'TimeoutError' });
  fail(new Error('too late'));
  await new Promise((resolve) => setImmediate(resolve));
});
