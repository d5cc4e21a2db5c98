import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, logIn } from '@semaforo/client';
import { createFleet } from '@semaforo/simulator/fleet';
import { embeddedBrokerSettings } from '@semaforo/testing/broker-settings';
import { startBuiltServer } from '@semaforo/testing/built-server';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';

export const PASSWORD = 'operatore-di-prova-1';
const CHECK_EVERY_MS = 50;

/** A console with two Comuni, each with an operator and honest signals; one of them attacks, the other notices. */
export async function startAttackedConsole(settings: Record<string, string> = {}) {
  const port = await freePort();
  const server = await startBuiltServer({ ...embeddedBrokerSettings(port), ...settings });
  const admin = await logIn(server, ADMIN);
  const keys: string[] = [];
  const found = async (username: string, signals: number): Promise<Client> => {
    const { id: userId } = await admin('createUser', { body: { username, password: PASSWORD } });
    for (let number = 1; number <= signals; number += 1) {
      const topic = `/3/${username}/s${number}`;
      await admin('createDevice', { body: { topic, type: 'semaforo', userId } });
      keys.push(topic);
    }
    return logIn(server, { username, password: PASSWORD });
  };
  const [mario, vera] = [await found('mario', 10), await found('vera', 1)];
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port, ...BROKER_LOGIN },
    devices: keys.map((key) => ({ key, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' })),
  });
  await fleet.start();
  return {
    ...server,
    admin,
    mario,
    vera,
    stop: async () => {
      await fleet.stop();
      await server.stop();
    },
  };
}

export type AttackedConsole = Awaited<ReturnType<typeof startAttackedConsole>>;

/** Looks at health and memory all the time until it is stopped. */
export function watchHealth({ origin, pid }: Pick<AttackedConsole, 'origin' | 'pid'>) {
  const stopped = new AbortController();
  let healthzMaxMs = 0;
  let rssMaxMb = 0;
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      const startedAt = performance.now();
      await fetch(`${origin}/healthz`);
      healthzMaxMs = Math.max(healthzMaxMs, Math.round(performance.now() - startedAt));
      rssMaxMb = Math.max(rssMaxMb, residentMb(pid));
      await pause(CHECK_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      stopped.abort();
      await watching;
      return { healthzMaxMs, rssMaxMb };
    },
  };
}

/** How long another's commands take (ms), one after the other, while the attack goes on for so long. */
export async function timeCommands(operator: Client, forMs: number) {
  const times: number[] = [];
  let confirmed = 0;
  const until = performance.now() + forMs;
  while (performance.now() < until) {
    const startedAt = performance.now();
    const command = times.length % 2 === 0 ? 'rosso' : 'verde';
    const outcome = await operator.attempt('sendCommand', { body: { command } });
    times.push(performance.now() - startedAt);
    if (outcome.ok && outcome.answer.results.every(({ error }) => error === null)) confirmed += 1;
    await pause(200);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
  return { commands: times.length, confirmed, p50Ms: at(0.5), p99Ms: at(0.99) };
}

function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kb) / 1024);
}
