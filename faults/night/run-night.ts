import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WrittenDutyPerson } from '@semaforo/contract/api/alarms';
import { openDatabase } from '@semaforo/server/database/engine';
import { migrate } from '@semaforo/server/database/migrate';
import { createAlarmPlans } from '@semaforo/server/incidents/alarm-plans.repository';
import { toAlarmRecord } from '@semaforo/server/incidents/alarm-records';
import { createAlarmsRepository } from '@semaforo/server/incidents/alarms.repository';
import { createDutyRepository } from '@semaforo/server/incidents/duty.repository';
import { Secret } from '@semaforo/server/platform/secret';
import { loadSecrets } from '@semaforo/server/platform/secrets';
import { createSeededRandom, type SeededRandom } from '../truth/seeded-random.ts';
import { judgeRound, type Taken } from './judge-round.ts';
import { OUTAGES, type Receiver, startReceiver } from './receivers.ts';
import { type Place, startProcess } from './server-process.ts';

const STEP_MS = 5000;
const REACHED_WITHIN_MS = 180_000;
const DAY_MS = 24 * 60 * 60_000;
const BEGIN = Date.parse('2026-11-28T12:00:00Z');
const KINDS = ['muto', 'non in linea', 'più lampade', 'caldo'] as const;
const PARTS = ['ntfy', 'sms', 'mail', 'every channel', 'process', 'database'] as const;
type Part = (typeof PARTS)[number];

/** What became of the rounds. `reached`: in how many of them a person was; by the part that died. */
export type Night = {
  rounds: number;
  reached: number;
  latest: number;
  byPart: Record<Part, { rounds: number; reached: number }>;
  violations: string[];
};

/** In each round an alarm opens and a part dies, at times by the seed; after three minutes the page is judged. */
export async function runNight({ rounds, seed }: { rounds: number; seed: number }): Promise<Night> {
  const stage = await createStage();
  const byPart = Object.fromEntries(
    PARTS.map((part) => [part, { rounds: 0, reached: 0 }]),
  ) as Night['byPart'];
  const night: Night = { rounds, reached: 0, latest: 0, byPart, violations: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const random = createSeededRandom('night', seed, round);
      const part = random.pick(PARTS);
      const { wrong, afterMs } = await stage.playRound(random, part);
      byPart[part].rounds += 1;
      if (afterMs !== undefined) {
        night.reached += 1;
        byPart[part].reached += 1;
        night.latest = Math.max(night.latest, afterMs);
      }
      night.violations.push(...wrong.map((what) => `round ${round}, ${part} died: ${what}`));
    }
  } finally {
    await stage.stop();
  }
  return night;
}

async function createStage() {
  const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-night-'));
  const secrets = loadSecrets({ secretKey: new Secret('una-chiave-di-prova-di-trentadue-lettere'), dataDir });
  const [ntfy, sms] = [await startReceiver(), await startReceiver()];
  const mail = { taken: 0, isDown: false };
  const world = { now: BEGIN, locked: false };
  const place: Place = {
    ...{ dataDir, secrets, sms, now: () => world.now, isLocked: () => world.locked },
    mail: {
      send: () => {
        if (mail.isDown) return Promise.reject(new Error('il server di posta non risponde'));
        mail.taken += 1;
        return Promise.resolve();
      },
    },
  };
  // The page is read by a connection of its own, which nothing locks.
  const reader = openDatabase({ databaseUrl: undefined, dataDir });
  await migrate(reader);
  const duty = createDutyRepository(reader.db, secrets);
  await duty.save(null, peopleOf(ntfy), {
    ...{ author: { id: null, username: 'admin', address: null }, at: world.now },
  });
  const alarms = createAlarmsRepository(reader.db);
  let process: ReturnType<typeof startProcess> | undefined = startProcess(place);
  const dying: Promise<unknown>[] = [];

  const breaks: Record<Part, (random: SeededRandom) => Promise<void> | void> = {
    ntfy: (random) => ntfy.breakDown(random.pick(OUTAGES)),
    sms: (random) => sms.breakDown(random.pick(OUTAGES)),
    mail: () => {
      mail.isDown = true;
    },
    'every channel': async (random) => {
      for (const part of ['ntfy', 'sms', 'mail'] as const) await breaks[part](random);
    },
    database: () => {
      world.locked = true;
    },
    process: async (random) => {
      // Beside what it is doing, so that it dies between sending and storing, too.
      const step = process?.step().catch(() => undefined);
      if (random.happens(0.5)) await new Promise((resolve) => setImmediate(resolve));
      if (process) dying.push(process.kill());
      dying.push(Promise.resolve(step));
      process = undefined;
    },
  };
  const mend = async () => {
    await Promise.all([ntfy.mend(), sms.mend()]);
    mail.isDown = false;
    world.locked = false;
    process ??= startProcess(place);
  };

  const open = async (random: SeededRandom): Promise<number> => {
    const kind = random.pick(KINDS);
    const thing = { kind, ownerId: null, deviceId: random.between(1, 9999), name: 's1', detail: null };
    const opened = [{ kind, ownerId: null, detail: null, devices: [thing] }];
    await createAlarmPlans(reader.db).store({ opened, changed: [] }, world.now);
    const rows = await reader.db.selectFrom('alarms').select('id').orderBy('id', 'desc').limit(1).execute();
    return rows[0]?.id ?? 0;
  };
  const takenNow = () => ({ ntfy: ntfy.taken.length, SMS: sms.taken.length, 'e-mail': mail.taken });

  const begin = async (random: SeededRandom) => {
    world.now += random.between(1, DAY_MS / STEP_MS) * STEP_MS;
    await reader.db.deleteFrom('notifications').execute();
    await reader.db.updateTable('alarms').set({ state: 'chiuso' }).execute();
    return open(random);
  };
  const judge = async (id: number, taken: Taken) => {
    const alarm = await alarms.find(id);
    if (!alarm) throw new Error('the alarm is gone');
    return judgeRound(toAlarmRecord(alarm, await duty.list(null), 10 * 60_000), taken);
  };

  const takenFromNow = () => {
    const before = takenNow();
    return () => {
      const now = takenNow();
      return {
        ntfy: now.ntfy - before.ntfy,
        SMS: now.SMS - before.SMS,
        'e-mail': now['e-mail'] - before['e-mail'],
      };
    };
  };

  return {
    playRound: async (random: SeededRandom, part: Part) => {
      const taken = takenFromNow();
      const { dies, returns } = timesOf(random, part);
      const id = await begin(random);
      let afterMs: number | undefined;
      for (let passed = 0; passed <= REACHED_WITHIN_MS; passed += STEP_MS) {
        if (passed === dies) await breaks[part](random);
        if (passed === returns) await mend();
        await process?.step();
        if (Math.max(...Object.values(taken())) > 0) afterMs ??= passed;
        world.now += STEP_MS;
      }
      const wrong = await judge(id, taken());
      await mend();
      return { wrong, afterMs };
    },
    stop: async () => {
      if (process) dying.push(process.kill());
      await Promise.allSettled(dying);
      await reader.close();
      await Promise.all([ntfy.stop(), sms.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A process is started again by what watches it; all else may stay away for longer than the round. */
function timesOf(random: SeededRandom, part: Part): { dies: number; returns: number } {
  const dies = random.happens(0.6) ? 0 : random.between(1, 12) * STEP_MS;
  const longest = part === 'process' || part === 'database' ? 12 : 50;
  return { dies, returns: dies + random.between(1, longest) * STEP_MS };
}

/** One with two channels, one who is called at night only, and one with a mailbox. */
function peopleOf(ntfy: Receiver): WrittenDutyPerson[] {
  const none = {
    ...{ id: null, email: null, chat_id: null, push_id: null, ntfy: null, gotify: null },
    ...{ gotify_token: null, sms: null, voice: null, rules: {} },
  };
  return [
    { ...none, name: 'Anna', ntfy: `${ntfy.url}/anna`, email: 'anna@example.it' },
    {
      ...{ ...none, name: 'Bruno', sms: '+393331234567' },
      rules: { sms: { from: 'grave', hours: 'notte' } },
    },
    { ...none, name: 'Carla', sms: '+393337654321', email: 'carla@example.it' },
  ];
}
