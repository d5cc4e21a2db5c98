import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { type LampColor, lampsOfType } from '@semaforo/contract/domain/lamps';
import type { OpenDatabase } from '@semaforo/server/database/engine';
import type { SentRequest } from './carry-out.ts';
import type { Crew } from './crew.ts';
import type { Testbed } from './testbed.ts';

type Db = OpenDatabase['db'];

/** What the server answers and has stored once all is calm, beside what really happened. */
export type Findings = Pick<Testbed, 'devices' | 'linkLog' | 'commanded' | 'outages'> & {
  records: readonly DeviceStatusRecord[];
  stored: ReadonlyMap<string, Partial<Record<LampColor, boolean>>>;
  commands: Rows['commands'];
  deliveries: Rows['deliveries'];
  schedules: Rows['schedules'];
  asked: readonly SentRequest[];
  /** Which commands a request became, by its key. */
  commandsOf: (key: string) => ReadonlySet<number>;
  now: number;
};

export type Rows = Awaited<ReturnType<typeof readRows>>;
export type CommandRow = Rows['commands'][number];
export type DeliveryRow = Rows['deliveries'][number];
export type ScheduleRow = Rows['schedules'][number];

export async function readRows(db: Db) {
  return {
    commands: await db.selectFrom('commands').selectAll().orderBy('id').execute(),
    deliveries: await db.selectFrom('deliveries').selectAll().orderBy('id').execute(),
    schedules: await db.selectFrom('schedules').selectAll().orderBy('id').execute(),
  };
}

export async function gatherFindings(
  testbed: Testbed,
  crew: Crew,
  asked: readonly SentRequest[],
): Promise<Findings> {
  const admin = crew.members.get('admin');
  if (!admin) throw new Error('there is no admin');
  const records = await admin.reads('listDeviceStatuses');
  const { devices, linkLog, commanded, outages } = testbed;
  return {
    devices,
    linkLog,
    commanded,
    outages,
    records,
    stored: await readLamps(testbed.db()),
    ...(await readRows(testbed.db())),
    asked,
    commandsOf: (key) => {
      const answered = asked.filter((request) => request.key === key).flatMap(({ answers }) => answers);
      const received = [...crew.members.values()].flatMap(({ page }) => [
        ...(page.acceptedFor.get(key) ?? []),
      ]);
      return new Set([...answered.flatMap(({ commandId }) => commandId ?? []), ...received]);
    },
    now: Date.now(),
  };
}

/** What is stored of the lamps of each device, by key. */
async function readLamps(db: Db): Promise<Findings['stored']> {
  const rows = await db
    .selectFrom('device_states')
    .innerJoin('devices', 'devices.id', 'device_states.device_id')
    .select(['devices.topic', 'devices.type', 'device_states.lamps'])
    .execute();
  return new Map(
    rows.map(({ topic, type, lamps }) => {
      const stored: unknown = JSON.parse(lamps);
      const known = lampsOfType(type).flatMap((lamp) => {
        const on = fieldOf(fieldOf(stored, lamp), 'on');
        return typeof on === 'boolean' ? [[lamp, on] as const] : [];
      });
      return [topic, Object.fromEntries(known)];
    }),
  );
}

function fieldOf(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;
}
