import { until } from '@semaforo/testing/until';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACT, NOW, SERVER_ID } from '../../test/acts.ts';
import { storeCommand } from '../../test/store-command.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import { createCommandsRepository } from './commands.repository.ts';
import { type DeliveryChange, saveDeliveryChanges } from './save-delivery-changes.ts';

const CONFIRMED = { state: 'confermato', reason: null, sent: 2 } as const;
const SENT = { state: 'inviato', reason: null, sent: 2 } as const;
const UNCONFIRMED = { state: 'scaduto', reason: 'Comando non confermato entro 5 s', sent: 2 } as const;
const UNSENT = { state: 'fallito', reason: 'Broker non raggiungibile', sent: 0 } as const;
const SUPERSEDED = { state: 'superato', reason: 'Superato da un comando più recente', sent: 0 } as const;

type End = Omit<DeliveryChange, 'id' | 'at' | 'shown'> & { at?: number };

describe.each(testEngines())('a schedule on %s, once its command was accepted,', (engine) => {
  let database: OpenDatabase;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  /** A schedule whose command is accepted for devices of those names; resolves to the ids of the deliveries. */
  const begin = async (
    names: readonly string[],
    { lateMs = 0, deviceType = 'semaforo' as 'semaforo' | 'lanterna' } = {},
  ) => {
    const { id: scheduleId } = await database.db
      .insertInto('schedules')
      .values({
        username: 'uno',
        color: 'rosso',
        device_type: deviceType,
        execute_at: NOW,
        created_at: NOW,
        executed: 0,
        fencing_token: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { commandId, deliveryIds } = await store(names, { scheduleId, lateMs });
    return { scheduleId, commandId, deliveries: deliveryIds };
  };
  const store = async (
    names: readonly string[],
    { scheduleId, lateMs = 0 }: { scheduleId?: number; lateMs?: number } = {},
  ) => {
    const deviceIds: number[] = [];
    for (const name of names) {
      const { id } = await database.db
        .insertInto('devices')
        .values({ topic: `/3/${scheduleId ?? 0}/${name}`, name, type: 'semaforo', created_at: NOW })
        .returning('id')
        .executeTakeFirstOrThrow();
      deviceIds.push(id);
    }
    const stored = await storeCommand(createCommandsRepository(database.db, SERVER_ID), {
      createdAt: NOW + lateMs,
      deadlineAt: NOW + 30_000,
      author: ACT.author,
      origin: 'pianificazione',
      deviceType: 'semaforo',
      value: 'rosso',
      sourceId: null,
      schedule: scheduleId === undefined ? null : { id: scheduleId, token: 1 },
      deliveries: names.map((name, index) => ({
        deviceId: deviceIds[index] ?? 0,
        deviceName: name,
        deviceTopic: `/3/${scheduleId ?? 0}/${name}`,
        ownerId: null,
        value: 'rosso',
        previousStatus: null,
        payloads: '[]',
      })),
    });
    return { ...stored, deliveryIds: deviceIds.map((id) => stored.deliveryIds.get(id) ?? 0) };
  };
  const saveEnds = (changes: readonly [number | undefined, End][]) => {
    const saved = changes.map(([id = 0, end]) => ({ id, at: NOW, shown: null, ...end }));
    return database.db.transaction().execute((transaction) => saveDeliveryChanges(transaction, saved));
  };
  /** Stores what became of deliveries; resolves to the outcomes that follow. */
  const save = async (...changes: [number | undefined, End][]) => {
    const ended = await saveEnds(changes);
    return ended.map(({ outcome, reason }) => [outcome, reason]);
  };
  const schedule = () =>
    database.db
      .selectFrom('schedules')
      .select(['executed', 'outcome', 'outcome_reason', 'finished_at'])
      .executeTakeFirstOrThrow();
  const auditedEnds = async () => {
    const rows = await database.db.selectFrom('audit').select(['action', 'after']).orderBy('id').execute();
    const ends = rows.filter(({ action }) => action === 'schedules.end');
    return ends.map(({ after }) => JSON.parse(after ?? '') as object);
  };

  it('is under way until its last delivery has ended', async () => {
    const { scheduleId, commandId, deliveries } = await begin(['Piazza', 'Ponte']);
    const [first, second] = deliveries;
    const underWay = { executed: 0, outcome: 'in corso', outcome_reason: null, finished_at: null };
    expect(await schedule()).toEqual(underWay);
    expect(await save([first, CONFIRMED], [second, SENT])).toEqual([]);
    expect(await schedule()).toEqual(underWay);
    const ended = await saveEnds([[second, { ...CONFIRMED, at: NOW + 40 }]]);
    expect(ended).toEqual([
      { scheduleId, authorId: null, alertId: null, planId: null, outcome: 'eseguita', reason: null },
    ]);
    expect(await schedule()).toEqual({
      executed: 1,
      outcome: 'eseguita',
      outcome_reason: null,
      finished_at: NOW + 40,
    });
    expect(await auditedEnds()).toEqual([{ outcome: 'eseguita', reason: null, commandId }]);
  });

  it.each<[string, End[], string, string | null]>([
    ['all confirmed', [CONFIRMED, CONFIRMED], 'eseguita', null],
    ['none was sent', [UNSENT, UNSENT], 'mancata', 'Broker non raggiungibile'],
    [
      'none is known to be sent',
      [
        { ...UNSENT, reason: null },
        { ...UNSENT, reason: null },
      ],
      'mancata',
      'Comando non inviato',
    ],
    ['all were superseded', [SUPERSEDED, SUPERSEDED], 'superata', 'Superato da un comando più recente'],
    [
      'one did not confirm',
      [CONFIRMED, UNCONFIRMED],
      'non confermata',
      'Non confermata da 1 semaforo: Ponte',
    ],
    [
      'none confirmed',
      [UNCONFIRMED, UNCONFIRMED],
      'non confermata',
      'Non confermata da 2 semafori: Piazza, Ponte',
    ],
    [
      'one was not sent',
      [UNSENT, UNCONFIRMED],
      'non confermata',
      'Non confermata da 2 semafori: Piazza, Ponte',
    ],
    ['one was superseded', [SUPERSEDED, CONFIRMED], 'non confermata', 'Non confermata da 1 semaforo: Piazza'],
    [
      'one superseded, one unsent',
      [SUPERSEDED, UNSENT],
      'non confermata',
      'Non confermata da 2 semafori: Piazza, Ponte',
    ],
  ])('when of its deliveries %s ends as it should', async (_, [one, other], outcome, reason) => {
    const { deliveries } = await begin(['Piazza', 'Ponte']);
    const [first, second] = deliveries;
    expect(await save([first, one ?? SENT])).toEqual([]);
    expect(await save([second, other ?? SENT])).toEqual([[outcome, reason]]);
    expect(await schedule()).toMatchObject({ executed: 1, outcome, outcome_reason: reason });
  });

  it('names five devices that did not confirm and counts the others', async () => {
    const { deliveries } = await begin(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'], { deviceType: 'lanterna' });
    const [first, ...others] = deliveries;
    await save([first, CONFIRMED]);
    expect(await save(...others.map((id): [number, End] => [id, UNCONFIRMED]))).toEqual([
      ['non confermata', 'Non confermata da 7 lanterne: B, C, D, E, F … e altre 2'],
    ]);
  });

  it('is not missed when one of its deliveries was sent before a restart', async () => {
    const { deliveries } = await begin(['Piazza']);
    const [only] = deliveries;
    await save([only, SENT]);
    expect(await save([only, UNSENT])).toMatchObject([['non confermata', expect.any(String)]]);
  });

  it.each([
    ['accepted', { lateMs: 1001 }, {}, 'in ritardo', 'Eseguita con 1 secondo di ritardo'],
    ['accepted', { lateMs: 1000 }, {}, 'eseguita', null],
    ['accepted', { lateMs: 182_000 }, {}, 'in ritardo', 'Eseguita con 3 minuti di ritardo'],
    ['sent', {}, { sentAt: NOW + 1100 }, 'in ritardo', 'Eseguita con 1 secondo di ritardo'],
    ['sent', {}, { sentAt: NOW + 1000, at: NOW + 4000 }, 'eseguita', null],
    ['sent', {}, { sentAt: NOW + 20_000 }, 'in ritardo', 'Eseguita con 20 secondi di ritardo'],
  ] as const)('that was %s so late (%o %o) is %s', async (_, accepted, sent, outcome, reason) => {
    const { deliveries } = await begin(['Piazza', 'Ponte'], accepted);
    const [first, second] = deliveries;
    await save([first, { ...CONFIRMED, sentAt: NOW }]);
    expect(await save([second, { ...CONFIRMED, sentAt: NOW, ...sent }])).toEqual([[outcome, reason]]);
  });

  it('is not late because a restart sent it again', async () => {
    const { deliveries } = await begin(['Piazza']);
    const [only] = deliveries;
    await save([only, { ...SENT, sentAt: NOW + 20 }]);
    expect(await save([only, { ...CONFIRMED, sentAt: NOW + 8000 }])).toEqual([['eseguita', null]]);
  });

  it('becomes executed by late confirmations, and is corrected by each on the way', async () => {
    const { deliveries } = await begin(['Piazza', 'Ponte', 'Stazione']);
    const [first, second, third] = deliveries;
    expect(await save([first, UNCONFIRMED], [second, UNCONFIRMED], [third, UNSENT])).toEqual([
      ['non confermata', 'Non confermata da 3 semafori: Piazza, Ponte, Stazione'],
    ]);
    expect(await save([second, CONFIRMED])).toEqual([
      ['non confermata', 'Non confermata da 2 semafori: Piazza, Stazione'],
    ]);
    expect(await save([first, CONFIRMED], [third, { ...CONFIRMED, sentAt: NOW, at: NOW + 60_000 }])).toEqual([
      ['eseguita', null],
    ]);
    expect(await schedule()).toMatchObject({ executed: 1, outcome: 'eseguita', finished_at: NOW });
    expect(await auditedEnds()).toMatchObject([{ outcome: 'non confermata' }, { outcome: 'eseguita' }]);
  });

  it('that was missed is corrected when a device confirms after all', async () => {
    const { deliveries } = await begin(['Piazza']);
    const [only] = deliveries;
    expect(await save([only, { ...UNCONFIRMED, sent: 0 }])).toMatchObject([['mancata', expect.any(String)]]);
    expect(await save([only, { ...CONFIRMED, sentAt: NOW }])).toEqual([['eseguita', null]]);
  });

  it('that was executed is told once', async () => {
    const { deliveries } = await begin(['Piazza']);
    const [only] = deliveries;
    await save([only, CONFIRMED]);
    expect(await save([only, CONFIRMED])).toEqual([]);
  });

  it('that was missed is told again when the commit is tried again, and has one end in the audit', async () => {
    const { deliveries } = await begin(['Piazza']);
    const [only] = deliveries;
    const outcomes = await save([only, UNSENT]);
    expect(outcomes).toEqual([['mancata', 'Broker non raggiungibile']]);
    expect(await save([only, UNSENT])).toEqual(outcomes);
    expect(await auditedEnds()).toHaveLength(1);
  });

  it('ends with others of one instant in the same transaction, each as its own devices say', async () => {
    const [one, other] = [await begin(['Piazza']), await begin(['Ponte', 'Stazione'])];
    const click = await store(['Scuola']);
    const [atOne] = one.deliveries;
    const [atOther, alsoAtOther] = other.deliveries;
    expect(
      await save(
        [atOne, CONFIRMED],
        [atOther, CONFIRMED],
        [alsoAtOther, SENT],
        [click.deliveryIds[0], UNSENT],
      ),
    ).toEqual([['eseguita', null]]);
    expect(await save([alsoAtOther, UNCONFIRMED])).toEqual([
      ['non confermata', 'Non confermata da 1 semaforo: Stazione'],
    ]);
  });

  it.runIf(engine === 'postgres')('ends when two servers end its last deliveries at once', async () => {
    const { deliveries } = await begin(['Piazza', 'Ponte']);
    const [first = 0, second = 0] = deliveries;
    const endIn = (transaction: Kysely<Database>, id: number) =>
      saveDeliveryChanges(transaction, [{ id, ...CONFIRMED, shown: null, at: NOW }]);
    let isDone = false;
    const isWaiting = async () => {
      const { rows } = await sql<{
        waiting: number;
      }>`select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
      return Number(rows[0]?.waiting) > 0;
    };
    let other: Promise<unknown> = Promise.resolve();
    await database.db.transaction().execute(async (transaction) => {
      await endIn(transaction, first);
      other = database.db
        .transaction()
        .execute((elsewhere) => endIn(elsewhere, second))
        .finally(() => (isDone = true));
      await until('the other server waits', async () => isDone || (await isWaiting()));
    });
    await other;
    expect(await schedule()).toMatchObject({ executed: 1, outcome: 'eseguita' });
  });

  it('ends once the last of more deliveries than one statement takes has ended', async () => {
    const { deliveries } = await begin(Array.from({ length: 1200 }, (_, index) => `s${index}`));
    const [last, ...others] = deliveries.toReversed();
    expect(await save(...others.map((id): [number, End] => [id, CONFIRMED]))).toEqual([]);
    expect(await save([last, CONFIRMED])).toEqual([['eseguita', null]]);
  });
});
