import { type Client, logIn } from '@semaforo/client';
import { openDatabase } from '@semaforo/server/database/engine';
import { createFleet } from '@semaforo/simulator/fleet';
import { embeddedBrokerSettings } from '@semaforo/testing/broker-settings';
import { startBuiltServer } from '@semaforo/testing/built-server';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { insertSchedules } from '@semaforo/testing/rows';
import { until } from '@semaforo/testing/until';
import type { Attack, AttackResult } from './attack.ts';

const PUNCTUAL_LIMIT_MS = 1000;
const PLANNED_AHEAD_MS = 3000;
const ENDED_WITHIN_MS = 180_000;
const PASSWORD = 'operatore-di-prova-1';

type Crowd = { name: string; signals: number; mute: number; schedules: number; overMs: number };

/**
 * One author has a crowd of schedules for the instant of another's single alert. Measured is how late the first message
 * of that alert was handed over.
 */
const CROWDS: readonly Crowd[] = [
  { name: '1,019 schedules for one instant', signals: 20, mute: 0, schedules: 1019, overMs: 0 },
  { name: '970 schedules and 26 mute signals', signals: 2, mute: 26, schedules: 970, overMs: 0 },
  {
    name: '970 schedules over one second and 26 mute signals',
    signals: 2,
    mute: 26,
    schedules: 970,
    overMs: 1000,
  },
];

export const scheduleAttacks: readonly Attack[] = CROWDS.map((crowd) => ({
  name: crowd.name,
  bound: 'the rosso of another author is commanded within 1 s',
  run: () => crowdAnInstant(crowd),
}));

async function crowdAnInstant(crowd: Crowd): Promise<AttackResult> {
  const port = await freePort();
  const server = await startBuiltServer(embeddedBrokerSettings(port));
  const { db, close } = openDatabase({ databaseUrl: undefined, dataDir: server.dataDir });
  const admin = await logIn(server, ADMIN);
  const mario = await found(admin, 'mario', crowd.signals + crowd.mute);
  const vera = await found(admin, 'vera', 1);
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port, ...BROKER_LOGIN },
    devices: [...mario.keys, ...vera.keys].map((key, index) => ({
      key,
      type: 'semaforo',
      behaviour: { kind: index >= crowd.signals && index < mario.keys.length ? 'mute' : 'obedient' },
      shows: 'verde',
    })),
  });
  await fleet.start();
  try {
    const dueAt = Date.now() + PLANNED_AHEAD_MS;
    const crowded = Array.from({ length: crowd.schedules }, (_, index) => ({
      ...mario,
      color: index % 2 === 0 ? ('giallo' as const) : ('arancio' as const),
      executeAt: dueAt - Math.round((crowd.overMs * (crowd.schedules - index)) / crowd.schedules),
    }));
    await db
      .transaction()
      .execute((transaction) =>
        insertSchedules(transaction, [...crowded, { ...vera, color: 'rosso', executeAt: dueAt }]),
      );
    const operator = await logIn(server, { username: 'vera', password: PASSWORD });
    const alert = await until(
      'the alert has ended',
      async () => (await operator('listSchedules')).find(({ executed }) => executed),
      ENDED_WITHIN_MS,
    );
    const { sent_at: sentAt } = await db
      .selectFrom('deliveries')
      .innerJoin('commands', 'commands.id', 'deliveries.command_id')
      .select('deliveries.sent_at')
      .where('commands.username', '=', 'vera')
      .executeTakeFirstOrThrow();
    const lateMs = (sentAt ?? Infinity) - dueAt;
    await until(
      'the crowd is dealt with',
      async () =>
        (await db.selectFrom('schedules').select('id').where('executed', '=', 0).execute()).length === 0,
      ENDED_WITHIN_MS,
    );
    return {
      figures: { lateMs, outcome: alert.outcome ?? '', crowdEndedAfterMs: Date.now() - dueAt },
      violations: [
        ...(lateMs > PUNCTUAL_LIMIT_MS ? [`the alert left ${lateMs} ms late`] : []),
        ...(alert.outcome === 'eseguita' ? [] : [`the alert ended ${alert.outcome}`]),
      ],
    };
  } finally {
    await fleet.stop();
    await close();
    await server.stop();
  }
}

/** A Comune with that many signals. */
async function found(admin: Client, username: string, signals: number) {
  const { id: authorId } = await admin('createUser', { body: { username, password: PASSWORD } });
  const keys = Array.from({ length: signals }, (_, index) => `/3/${username}/s${index + 1}`);
  for (const topic of keys) {
    await admin('createDevice', { body: { topic, type: 'semaforo', userId: authorId } });
  }
  return { authorId, username, keys };
}
