import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { until } from '@semaforo/testing/until';
import { generate } from 'mqtt-packet';
import { afterEach, expect, test, vi } from 'vitest';
import { HELD_BACK_AT_MOST_MS } from './limits.ts';
import { createMeter } from './meter.ts';
import { PacedSocket } from './paced-socket.ts';

const ending: (() => unknown)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const end of ending.splice(0)) end();
});

/** One message at once, then one in a quarter of a minute: what comes second is held back. */
const PACE = {
  messages: { burst: 1, perSecond: 1 / 15 },
  bytes: { burst: 100_000, perSecond: 100_000 },
};

/** A client that has logged in, and what is handed on of what it says. */
async function open() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  ending.push(
    () => server.close(),
    () => client.destroy(),
  );
  const deps = { opened: () => {}, reset: () => socket.resetAndDestroy(), looked: () => {} };
  const paced = new PacedSocket(socket, deps);
  let read = '';
  const rateExceeded = vi.fn();
  paced.on('data', (chunk: Buffer) => {
    read += chunk.toString('latin1');
  });
  const send = (payload: string) =>
    client.write(
      generate({ cmd: 'publish', topic: '/3/a/s1/out1', payload, qos: 0, dup: false, retain: false }),
    );
  send('log-in');
  await until('its first packet is handed on', () => read.includes('log-in'));
  paced.open({ meter: createMeter(PACE, performance.now()), rateExceeded });
  return { send, paced, read: () => read, rateExceeded };
}

test('what was held back for five seconds is not handed on, also when it might come by now', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { send, paced, read, rateExceeded } = await open();
  send('first');
  send('second');
  await until('it is held back', () => paced.isHeldBack);
  expect(read()).toContain('first');
  // The meter has gained one meanwhile, and the next chunk is read before the timer of the former goes off.
  vi.advanceTimersByTime(Math.max(15_000, HELD_BACK_AT_MOST_MS));
  send('third');
  await until('it is cut off', () => paced.destroyed);
  expect(read()).not.toContain('second');
  expect(rateExceeded).toHaveBeenCalledOnce();
});

test('what was held back for less is handed on as soon as it may come', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { send, paced, read } = await open();
  send('first');
  await until('it is handed on', () => read().includes('first'));
  vi.advanceTimersByTime(15_000 - HELD_BACK_AT_MOST_MS / 2);
  send('second');
  await until('it is held back', () => paced.isHeldBack);
  vi.advanceTimersByTime(HELD_BACK_AT_MOST_MS / 2);
  await until('it is handed on, too', () => read().includes('second'));
  expect(paced.isHeldBack).toBe(false);
});
