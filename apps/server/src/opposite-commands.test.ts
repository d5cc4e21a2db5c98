import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@semaforo/client';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { until } from '@semaforo/testing/until';
import { describe, expect, test } from 'vitest';
import { hasServersAsOne, startServersAsOne, startTown } from '../test/servers-as-one.ts';

const ROUNDS = 12;
const LAMPS = 4;

describe.skipIf(!hasServersAsOne)('two servers command one signal within ten milliseconds', () => {
  test('the last committed is the last that reaches it, whole, and both show it', async () => {
    const { client, other, device } = await startTown(await startServersAsOne(), 'obedient');
    for (let round = 0; round < ROUNDS; round += 1) {
      const [early, late] = round % 2 === 0 ? [client, other] : [other, client];
      const [rosso, verde] = await Promise.all([
        send(early, 'rosso'),
        delay(round % 11).then(() => send(late, 'verde')),
      ]);
      const last = rosso.commandId > verde.commandId ? 'rosso' : 'verde';
      for (const at of [client, other]) {
        const seen = async () => (await at('listDeviceStatuses'))[0];
        await until(`both show ${last}`, async () => {
          const { status, desired, pending } = (await seen()) ?? {};
          return status === last && desired?.value === last && pending === null;
        });
        expect(await seen()).toMatchObject({ error: false, out_of_sync: false });
      }
      const lit = device.commands.slice(-LAMPS).filter(({ payload }) => payload === '1');
      expect([round, lit]).toEqual([round, [{ channel: last === 'rosso' ? 'out4' : 'out1', payload: '1' }]]);
      expect(new Set(device.commands.slice(-LAMPS).map(({ channel }) => channel)).size).toBe(LAMPS);
    }
  });
});

function send(by: Client, command: SignalColor) {
  return by('sendCommand', { query: { type: 'semaforo' }, body: { command } });
}
