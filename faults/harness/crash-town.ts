import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { openDatabase } from '@semaforo/server/database/engine';
import type { DeviceSpec } from '@semaforo/simulator/simulated-device';
import { insertDevice, insertSchedules, insertUser } from '@semaforo/testing/rows';
import type { Crash } from './crash-plan.ts';

/** Each crash has its own Comune, with signals, schedules, and a lantern that the admin clicks. */
export type Comune = {
  crash: Crash;
  signals: readonly { key: string; isMute: boolean }[];
  lantern: { key: string; id: number } | undefined;
  authorId: number;
  /** In the order in which they are due. */
  schedules: { id: number; color: SignalColor }[];
};

/** The rows of a run. */
export type Records = Awaited<ReturnType<CrashTown['read']>>;
export type Command = Records['commands'][number];
export type Delivery = Records['deliveries'][number];

const MUTE = '/3/colpo/m';
/**
 * Two colors that no signal shows at first. When two schedules have the same instant, the second color must stay.
 */
const COLORS = { schedule: ['rosso'], pair: ['arancio', 'giallo'], click: [] } as const;

/** Shorter than the start of a server, so that the schedule is due before the server is ready. */
const DUE_IN_MS = 200;

/**
 * The town of a run. It is written directly into the server's database, without the server; what the server did with
 * it is read from there.
 */
export function openCrashTown(place: { databaseUrl: string | undefined; dataDir: string }) {
  const { db, close } = openDatabase(place);

  const found = async (crash: Crash): Promise<Comune> => {
    const username = `comune-${crash.number}`;
    const authorId = await insertUser(db, username);
    const lanternKey = `/3/colpo/l${crash.number}`;
    const comune: Comune = {
      crash,
      authorId,
      schedules: [],
      lantern:
        crash.act === 'click'
          ? {
              key: lanternKey,
              id: await insertDevice(db, { topic: lanternKey, type: 'lanterna', ownerId: null }),
            }
          : undefined,
      signals:
        crash.act === 'click'
          ? []
          : [
              { key: `/3/colpo/s${crash.number}`, isMute: false },
              ...(crash.withMuteSignal ? [{ key: `${MUTE}${crash.number}`, isMute: true }] : []),
            ],
    };
    for (const { key: topic } of comune.signals) {
      await insertDevice(db, { topic, type: 'semaforo', ownerId: authorId });
    }
    return comune;
  };

  const unclaimed = () =>
    db.selectFrom('schedules').selectAll().where('executed', '=', 0).where('outcome', 'is', null);
  const underWay = () =>
    db.selectFrom('deliveries').selectAll().where('state', 'in', ['accettato', 'inviato']);

  return {
    /** Call this while the server is down: it reads its devices at the start. */
    found,
    /** Creates the schedules during whose execution the server crashes. */
    plan: async (comune: Comune) => {
      const now = Date.now();
      for (const color of COLORS[comune.crash.act]) {
        const { authorId, crash } = comune;
        const executeAt = now + DUE_IN_MS;
        const schedule = { authorId, username: `comune-${crash.number}`, color, executeAt };
        for (const id of await insertSchedules(db, [schedule])) comune.schedules.push({ id, color });
      }
    },
    /** True when every schedule was begun or has ended, and no delivery is under way, except those to mute signals. */
    isQuiet: async () => {
      const active = await unclaimed().execute();
      const unheard = await underWay().where('device_topic', 'not like', `${MUTE}%`).execute();
      return active.length + unheard.length === 0;
    },
    /** True when no delivery at all is under way. */
    isAllEnded: async () => (await underWay().execute()).length === 0,
    /** What is still to be done. */
    unfinished: async () => ({
      schedules: await unclaimed().execute(),
      deliveries: await underWay().execute(),
    }),
    read: async () => ({
      schedules: await db.selectFrom('schedules').selectAll().orderBy('id').execute(),
      commands: await db.selectFrom('commands').selectAll().orderBy('id').execute(),
      deliveries: await db.selectFrom('deliveries').selectAll().orderBy('id').execute(),
    }),
    close,
  };
}

export type CrashTown = ReturnType<typeof openCrashTown>;

/** The Comune's devices, to be simulated. */
export function devicesOf({ signals, lantern }: Comune): DeviceSpec[] {
  return [
    ...signals.map(({ key, isMute }): DeviceSpec => {
      return { key, type: 'semaforo', behaviour: { kind: isMute ? 'mute' : 'obedient' }, shows: 'verde' };
    }),
    ...(lantern
      ? [{ key: lantern.key, type: 'lanterna', behaviour: { kind: 'obedient' }, shows: 'spento' } as const]
      : []),
  ];
}
