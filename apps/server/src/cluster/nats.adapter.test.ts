import { freePort } from '@semaforo/testing/free-port';
import { createNats, hasNats, type Nats } from '@semaforo/testing/nats';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createNatsTransport } from './nats.adapter.ts';
import { readNatsUrl } from './nats-servers.ts';

describe.skipIf(!hasNats)('the transport over NATS', () => {
  let nats: Nats;

  beforeEach(async () => {
    nats = createNats(await freePort());
    await nats.start();
  });
  afterEach(() => nats.kill());

  async function join(prefix: string, url = nats.url) {
    const servers = readNatsUrl(url);
    if (!servers) throw new Error('no such address');
    const transport = createNatsTransport({ servers, prefix: () => Promise.resolve(prefix) });
    onTestFinished(transport.stop);
    const received: string[] = [];
    const states: string[] = [];
    await transport.start({
      received: (name, text) => received.push(`${name} ${text}`),
      joined: () => states.push('joined'),
      cut: (reason) => states.push(`cut: ${reason}`),
    });
    const isJoined = () => states.at(-1) === 'joined';
    await until('it has tried', () => states.length > 0);
    return { ...transport, received, states, isJoined };
  }

  test('carries messages in order, to all others of the installation only', async () => {
    const [one, two, outsider] = [
      await join('semaforo.a'),
      await join('semaforo.a'),
      await join('semaforo.b'),
    ];
    await untilReported(one, two);
    for (let number = 0; number < 100; number += 1) one.send('page', String(number));
    const numbers = () => two.received.filter((message) => message !== 'page hello');
    await until('all came', () => numbers().length === 100);
    expect(numbers()).toEqual(Array.from({ length: 100 }, (_, number) => `page ${number}`));
    expect([one.received, outsider.received]).toEqual([[], []]);
  });

  test('is cut when NATS is killed, and mends itself when it is back', async () => {
    const [one, two] = [await join('semaforo.a'), await join('semaforo.a')];
    await nats.kill();
    await until('both know it', () => !one.isJoined() && !two.isJoined());
    one.send('page', 'lost');
    expect(await one.arrived()).toBe(false);
    await nats.start();
    await until('both are back', () => one.isJoined() && two.isJoined());
    await untilReported(one, two);
    expect(two.received).not.toContain('page lost');
  });

  test('is cut when NATS hangs, and mends itself when it goes on', async () => {
    const one = await join('semaforo.a');
    expect(await one.arrived()).toBe(true);
    nats.pause();
    one.send('page', 'on its way');
    // A process is stopped a moment after it is told to, and may answer until then.
    await until('nothing arrives', async () => !(await one.arrived()));
    await until('it knows', () => !one.isJoined());
    nats.resume();
    await until('it is back', one.isJoined);
  });

  test('that is not let in says so without the password, and goes on trying', async () => {
    const one = await join('semaforo.a', nats.url.replace(nats.password, 'password-sbagliata'));
    expect(one.isJoined()).toBe(false);
    expect(one.states.join()).not.toMatch(/password-sbagliata/);
    one.send('page', 'nowhere');
  });
});

/** A subscription holds at the other end a moment after it is made. */
async function untilReported(
  from: { send: (name: string, text: string) => void },
  by: { received: readonly string[] },
): Promise<void> {
  await until('the one receives a message of the other', () => {
    from.send('page', 'hello');
    return by.received.includes('page hello');
  });
}
