import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Client, createClient, logIn } from '@semaforo/client';
import { createFleet } from '@semaforo/simulator/fleet';
import { embeddedBrokerSettings } from '@semaforo/testing/broker-settings';
import { startBuiltServer } from '@semaforo/testing/built-server';
import { startChild } from '@semaforo/testing/child-process';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import type { AttackResult } from './attack.ts';
import { type BrokerAttackName, EVIL_KEY } from './broker-attacker.ts';

const HONEST_KEY = '/3/vera/s1';
const PASSWORD = 'assedio-di-prova-1';
const ATTACKER = fileURLToPath(new URL('broker-attacker.ts', import.meta.url));
const HEALTH_EVERY_MS = 100;
const COMMAND_EVERY_MS = 500;
const BOUNDS = { healthMs: 100, commandMs: 500, memoryMb: 100 };

/** Attacks the embedded broker of a console for so long, while an honest operator works there. */
export async function floodBroker(options: {
  attack: BrokerAttackName;
  seconds: number;
}): Promise<AttackResult> {
  const port = await freePort();
  const server = await startBuiltServer(embeddedBrokerSettings(port));
  const vera = await settle(server.origin, 'vera', HONEST_KEY);
  const evil = await settle(server.origin, 'evil', EVIL_KEY);
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port, ...vera.login },
    devices: [{ key: HONEST_KEY, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' }],
  });
  await fleet.start();
  await until('the honest device is heard', async () =>
    (await vera.api('listDeviceStatuses')).some(({ stale }) => !stale),
  );
  const quiet = await operate(vera.api, server, 5);
  const before = memoryMb(server.pid);
  const { since } = await vera.api('getBrokerStatus');

  const { username, password } = evil.login;
  const reports = [options.attack, String(port), username, password];
  const attacker = startChild(process.execPath, ['--import', 'tsx', ATTACKER, ...reports]);
  let noticed: Awaited<ReturnType<typeof operate>>;
  try {
    noticed = await operate(vera.api, server, options.seconds);
  } finally {
    await attacker.end('SIGKILL');
  }
  const status = await vera.api('getBrokerStatus');
  await fleet.stop();
  await server.stop();

  const grownMb = noticed.mostMb - before;
  const healthMs = p99(noticed.health);
  const commandMs = p99(noticed.commands);
  return {
    figures: {
      login: username === BROKER_LOGIN.username ? 'shared' : 'own',
      attacks: Number(attacker.output().trim().split('\n').at(-1)),
      healthP99Ms: Math.round(healthMs),
      commandP99Ms: Math.round(commandMs),
      quietHealthP99Ms: Math.round(p99(quiet.health)),
      quietCommandP99Ms: Math.round(p99(quiet.commands)),
      commands: noticed.commands.length,
      memoryMb: Math.round(before),
      grownMb: Math.round(grownMb),
    },
    violations: [
      ...(healthMs >= BOUNDS.healthMs ? [`healthz p99 ${Math.round(healthMs)} ms`] : []),
      ...(commandMs >= BOUNDS.commandMs ? [`command p99 ${Math.round(commandMs)} ms`] : []),
      ...(grownMb >= BOUNDS.memoryMb ? [`${Math.round(grownMb)} MB more`] : []),
      ...(status.connected && status.since === since ? [] : ['the link or the broker was lost']),
      ...noticed.wrong,
    ],
  };
}

/** Commands and looks for so long; resolves to the times (ms), the most memory and what was wrong. */
async function operate(api: Client, { origin, pid }: { origin: string; pid: number }, seconds: number) {
  const endsAt = performance.now() + seconds * 1000;
  const noticed = { health: [] as number[], commands: [] as number[], mostMb: 0, wrong: [] as string[] };
  const repeat = async (everyMs: number, act: (turn: number) => Promise<void>) => {
    for (let turn = 0; performance.now() < endsAt; turn += 1) {
      const begunAt = performance.now();
      await act(turn);
      await delay(Math.max(0, everyMs - (performance.now() - begunAt)));
    }
  };
  await Promise.all([
    repeat(HEALTH_EVERY_MS, async () => {
      noticed.health.push(await timed(() => fetch(`${origin}/healthz`)));
      noticed.mostMb = Math.max(noticed.mostMb, memoryMb(pid));
    }),
    repeat(COMMAND_EVERY_MS, async (turn) => {
      const command = turn % 2 === 0 ? 'rosso' : 'giallo';
      noticed.commands.push(
        await timed(async () => {
          const { results } = await api('sendCommand', { body: { command } });
          for (const { error } of results)
            if (error !== null) noticed.wrong.push(`a command failed: ${error}`);
        }),
      );
      const [shown] = await api('listDeviceStatuses');
      if (shown?.status !== command) noticed.wrong.push(`shows ${shown?.status}, lit is ${command}`);
    }),
  ]);
  return noticed;
}

/** An operator with one device, and what the device logs in with: its own log-in where the console gives one. */
async function settle(origin: string, username: string, topic: string) {
  const admin = await logIn({ origin }, ADMIN);
  const login = { username, password: PASSWORD };
  const { id: userId } = await admin('createUser', { body: login });
  const { id } = await admin('createDevice', { body: { type: 'semaforo', topic, userId } });
  const { accessToken } = await createClient({ origin })('logIn', { body: ADMIN });
  const answer = await fetch(`${origin}/api/admin/devices/${id}/credentials`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const own = answer.status === 201 ? ((await answer.json()) as typeof BROKER_LOGIN) : BROKER_LOGIN;
  return { api: await logIn({ origin }, login), login: own };
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begunAt = performance.now();
  await act();
  return performance.now() - begunAt;
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.99) - 1)] ?? 0;
}

function memoryMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
