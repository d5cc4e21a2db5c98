import { type Client, logIn } from '@semaforo/client';
import { COMMAND_POINTS, type FailPoint, WATER_POINTS } from '@semaforo/server/platform/fail-point';
import { createFleet } from '@semaforo/simulator/fleet';
import { ADMIN } from '@semaforo/testing/credentials';
import { createKillableServer, type KillableServer } from '@semaforo/testing/killable-server';
import { startOutsideBroker } from '@semaforo/testing/outside-broker';
import { until } from '@semaforo/testing/until';

const SIGNAL = '/3/val/sottopasso';
const GAUGE = '/3/val/acqua';
const POINTS: readonly FailPoint[] = [...WATER_POINTS, ...COMMAND_POINTS];
const DRY_CM = 2;
const FLOOD_CM = 35;
/** A point that the flood does not pass is left, and the server is killed where it is. */
const HIT_WITHIN_MS = 5000;
const BACK_WITHIN_MS = 120_000;

/** What became of the rounds: how many crashes came at each point that was tried, and what was wrong. */
export type CrashRounds = { hits: ReadonlyMap<FailPoint, number>; violations: string[] };

/**
 * In each round water rises at an underpass, and the server is killed at a named point while it lights the lamp. Then
 * it starts again: the lamp must be rosso, by one alert of one event. The water falls, and a person ends it.
 */
export async function runWaterCrashes(rounds: number): Promise<CrashRounds> {
  const broker = await startOutsideBroker();
  const server = await createKillableServer({
    brokerPort: broker.port,
    settings: { COMMAND_CONFIRM_MS: '2000' },
  });
  let level = DRY_CM;
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: broker.port },
    devices: [
      { key: SIGNAL, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
      {
        key: GAUGE,
        type: 'misuratore',
        behaviour: { kind: 'obedient' },
        shows: 'spento',
        water: () => level,
      },
    ],
    measureEveryMs: 500,
  });
  const violations: string[] = [];
  const hits = new Map<FailPoint, number>();
  let life = server.start();
  try {
    await ready(life);
    const admin = await logIn({ origin: server.origin }, ADMIN);
    const { gauge } = await found(admin);
    await fleet.start();
    for (let round = 0; round < rounds; round += 1) {
      const point = POINTS[round % POINTS.length] ?? 'before-raise';
      await shows(admin, 'verde', ({ status }) => status === 'verde');
      const before = await countEvents(admin, gauge);
      server.arm({ point, pass: 1 });
      level = FLOOD_CM;
      const isHit = (await life.untilEnded(HIT_WITHIN_MS)) === 'at its point';
      hits.set(point, (hits.get(point) ?? 0) + (isHit ? 1 : 0));
      await life.end('SIGKILL');
      server.arm(undefined);
      life = server.start();
      await ready(life);
      const wrong = await judge(admin, gauge, before).catch((error: unknown) => [String(error)]);
      violations.push(...wrong.map((what) => `round ${round}, ${point}: ${what}`));
      level = DRY_CM;
      await end(admin, gauge);
    }
  } finally {
    await fleet.stop();
    await life.end('SIGTERM');
    server.remove();
    await broker.stop();
  }
  return { hits, violations };
}

async function ready(life: ReturnType<KillableServer['start']>): Promise<void> {
  if (!(await life.untilReady())) throw new Error(`the server did not start:\n${life.output()}`);
}

async function found(admin: Client): Promise<{ gauge: number }> {
  const { id: userId } = await admin('createUser', {
    body: { username: 'comune', password: 'acqua-alta-2026' },
  });
  const create = async (topic: string, type: 'semaforo' | 'misuratore') =>
    (await admin('createDevice', { body: { topic, type, userId } })).id;
  const signal = await create(SIGNAL, 'semaforo');
  const gauge = await create(GAUGE, 'misuratore');
  const thresholds = [{ color: 'rosso' as const, at: 30, clear_at: 22, for_s: 0 }];
  const body = { thresholds, policy: 'raise' as const, device_ids: [signal] };
  await admin('saveSensorRule', { params: { id: gauge }, body });
  return { gauge };
}

type Status = Awaited<ReturnType<typeof statusOf>>;

async function statusOf(client: Client) {
  const [record] = await client('listDeviceStatuses');
  if (!record) throw new Error('the signal is gone');
  return record;
}

function shows(client: Client, what: string, holds: (record: Status) => boolean): Promise<unknown> {
  return until(
    `the signal shows ${what}`,
    async () => {
      const record = await statusOf(client);
      return holds(record) && record.pending === null && !record.stale;
    },
    BACK_WITHIN_MS,
  );
}

async function countEvents(client: Client, gauge: number): Promise<number> {
  const { events } = await client('getSensorPast', { params: { id: gauge }, query: { period: '24h' } });
  return events.filter(({ kind }) => kind === 'threshold').length;
}

async function judge(client: Client, gauge: number, before: number): Promise<string[]> {
  await shows(client, 'rosso', ({ status }) => status === 'rosso');
  const open = () => openAlerts(client);
  await until('the alert is in course', async () => (await open()).some(({ state }) => state === 'in corso'));
  const alerts = await open();
  const events = (await countEvents(client, gauge)) - before;
  return [
    ...(alerts.length === 1 ? [] : [`${alerts.length} alerts of one flood`]),
    ...(events === 1 ? [] : [`${events} events of one flood`]),
  ];
}

async function openAlerts(client: Client) {
  const alerts = await client('listAlerts');
  return alerts.filter(
    ({ source, state }) => source === 'sensor' && (state === 'in corso' || state === 'confermata'),
  );
}

async function end(client: Client, gauge: number): Promise<void> {
  await until(
    'the water is down',
    async () => (await client('getSensor', { params: { id: gauge } })).asked === null,
    BACK_WITHIN_MS,
  );
  for (const { id } of await openAlerts(client)) await client('concludeAlert', { params: { id }, body: {} });
  await shows(client, 'verde', ({ status }) => status === 'verde');
}
