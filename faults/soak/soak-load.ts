import { setTimeout as pause } from 'node:timers/promises';
import { type Client, logIn } from '@semaforo/client';
import { type LiveSocket, openLiveSocket } from '@semaforo/client/live-socket';
import { createFleet } from '@semaforo/simulator/fleet';
import type { BuiltServer } from '@semaforo/testing/built-server';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';

/**
 * Ten times what is expected of a Comune's console: 200 signals that report each minute, five pages, a command every
 * twenty seconds, a log-in every two minutes.
 */
const SIGNALS = 200;
const REPORT_EVERY_MS = 6000;
const PAGES = 50;
const PAGE_EVERY_MS = 1000;
const COMMAND_EVERY_MS = 2000;
const LOG_IN_EVERY_MS = 12_000;

export const OPERATOR = { username: 'valdombra', password: 'operatore-di-prova-1' };
const keyOf = (number: number) => `/3/valdombra/s${number}`;

/** Makes the operator and the signals. */
export async function settle(admin: Client): Promise<void> {
  const { id: userId } = await admin('createUser', { body: OPERATOR });
  for (let number = 1; number <= SIGNALS; number += 1) {
    await admin('createDevice', { body: { topic: keyOf(number), type: 'semaforo', userId } });
  }
}

/** Signals that report, pages that come and go, commands, schedules, log-ins; until it is stopped. */
export async function startLoad(server: BuiltServer, brokerPort: number) {
  const stopped = new AbortController();
  const done = { commands: 0, schedules: 0, logIns: 0, pages: 0, failures: 0 };
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: brokerPort, ...BROKER_LOGIN },
    devices: Array.from({ length: SIGNALS }, (_, index) => ({
      key: keyOf(index + 1),
      type: 'semaforo',
      behaviour: { kind: 'obedient' },
      shows: 'verde',
    })),
    reportEveryMs: REPORT_EVERY_MS,
  });
  await fleet.start();
  const operator = await logIn(server, OPERATOR);
  const token = operator.token ?? '';
  const pages: LiveSocket[] = [];

  const again = async (everyMs: number, act: () => Promise<void>) => {
    while (!stopped.signal.aborted) {
      await act().catch(() => {
        done.failures += 1;
      });
      await pause(everyMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  const turnPage = async () => {
    pages.push(openLiveSocket({ origin: server.origin, token, batch: true, transports: ['websocket'] }));
    if (pages.length > PAGES) pages.shift()?.close();
    done.pages += 1;
    await operator('listDeviceStatuses');
  };
  const command = async () => {
    await operator('sendCommand', { body: { command: done.commands % 2 === 0 ? 'rosso' : 'verde' } });
    done.commands += 1;
    const datetime = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await operator('createSchedule', {
      body: { color: 'giallo', datetime, device_type: 'semaforo' },
    });
    await operator('deleteSchedule', { params: { id } });
    done.schedules += 1;
  };
  const comeAndGo = async () => {
    const client = await logIn(server, OPERATOR);
    await client('listHistory', { query: { limit: 500 } });
    await client('logOut');
    done.logIns += 1;
  };
  const running = [
    again(PAGE_EVERY_MS, turnPage),
    again(COMMAND_EVERY_MS, command),
    again(LOG_IN_EVERY_MS, comeAndGo),
  ];

  return {
    done,
    stop: async () => {
      stopped.abort();
      await Promise.all(running);
      for (const page of pages) page.close();
      await operator('logOut');
      await fleet.stop();
    },
  };
}
