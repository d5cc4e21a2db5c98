import type { OpenDatabase } from '@semaforo/server/database/engine';

type Db = OpenDatabase['db'];

/** A beginning or an end, and how many commands it became. */
export type StepRecord = {
  id: number;
  alertId: number | null;
  step: string | null;
  /** When it was due (epoch ms). */
  at: number;
  outcome: string | null;
  reason: string | null;
  commands: number;
};

/** What the database says of the alerts of a run. */
export type AlertRecords = {
  steps: StepRecord[];
  deliveries: { key: string | null; state: string }[];
};

export async function readAlertRecords(db: Db): Promise<AlertRecords> {
  const steps = await db
    .selectFrom('schedules')
    .leftJoin('commands', 'commands.schedule_id', 'schedules.id')
    .select((eb) => [
      'schedules.id',
      'schedules.alert_id as alertId',
      'schedules.alert_step as step',
      'schedules.execute_at as at',
      'schedules.outcome',
      'schedules.outcome_reason as reason',
      eb.fn.count<number>('commands.id').as('commands'),
    ])
    .groupBy('schedules.id')
    .orderBy('schedules.id')
    .execute();
  const deliveries = await db
    .selectFrom('deliveries')
    .select(['device_topic as key', 'state'])
    .orderBy('id')
    .execute();
  return {
    steps: steps.map((step) => ({ ...step, commands: Number(step.commands) })),
    deliveries,
  };
}

/** True when nothing is due that was not begun, and no delivery is under way. */
async function isQuiet(db: Db): Promise<boolean> {
  const due = await db
    .selectFrom('schedules')
    .select('id')
    .where('execute_at', '<=', Date.now())
    .where('executed', '=', 0)
    .limit(1)
    .execute();
  const underWay = await db
    .selectFrom('deliveries')
    .select('id')
    .where('state', 'in', ['accettato', 'inviato'])
    .limit(1)
    .execute();
  return due.length + underWay.length === 0;
}

/** True when every beginning and end has ended. */
export async function isAllDone(db: Db): Promise<boolean> {
  const open = await db.selectFrom('schedules').select('id').where('executed', '=', 0).limit(1).execute();
  return open.length === 0 && (await isQuiet(db));
}
