import { setTimeout as delay } from 'node:timers/promises';
import { logIn } from '@semaforo/client';
import { createFleet } from '@semaforo/simulator/fleet';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';
import type { MeasuredConsole } from './measured-console.ts';
import { timeCommand } from './time-command.ts';

const EVERY_MS = 100;
const COMMAND_EVERY_MS = 2000;
const NEIGHBOUR = { username: 'vicino', password: 'bilancia-di-prova-4' };
const TOPIC = '/3/vicino/s1';

/** What others notice while a large command is under way. All times are milliseconds. */
type Noticed = { healthMs: number[]; neighbourMs: number[]; progressEveryMs: number[] };

/** The health check of a proxy, another Comune with one signal, and a page of the Comune that commands. */
export type Observers = {
  watch: () => void;
  pause: () => void;
  noticed: () => Noticed;
  stop: () => Promise<void>;
};

export async function startObservers(measured: MeasuredConsole): Promise<Observers> {
  const { id: userId } = await measured.api('createUser', { body: NEIGHBOUR });
  await measured.api('createDevice', { body: { topic: TOPIC, type: 'semaforo', userId } });
  const neighbour = await logIn(measured, NEIGHBOUR);
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: measured.brokerPort, ...BROKER_LOGIN },
    devices: [{ key: TOPIC, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' }],
  });
  await fleet.start();
  const noticed: Noticed = { healthMs: [], neighbourMs: [], progressEveryMs: [] };
  let isWatching = false;
  let isStopped = false;
  let publishedBefore = 0;

  const ask = async () => {
    while (!isStopped) {
      const startedAt = performance.now();
      await fetch(`${measured.origin}/healthz`).then((response) => response.text());
      if (isWatching) noticed.healthMs.push(performance.now() - startedAt);
      await delay(EVERY_MS);
    }
  };
  const command = async () => {
    for (let run = 0; !isStopped; run += 1) {
      await delay(COMMAND_EVERY_MS);
      if (!isWatching) continue;
      noticed.neighbourMs.push(await timeCommand(neighbour, run % 2 === 0 ? 'rosso' : 'verde'));
    }
  };
  const asking = Promise.all([ask(), command()]);

  return {
    watch: () => {
      isWatching = true;
      publishedBefore = measured.page.progressAt.length;
    },
    pause: () => {
      isWatching = false;
      const published = measured.page.progressAt.slice(publishedBefore);
      for (const [index, at] of published.slice(1).entries())
        noticed.progressEveryMs.push(at - (published[index] ?? at));
    },
    noticed: () => noticed,
    stop: async () => {
      isStopped = true;
      await asking;
      await fleet.stop();
    },
  };
}
