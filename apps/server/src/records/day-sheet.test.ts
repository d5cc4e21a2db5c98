import type { DaySheetRow } from '@semaforo/contract/api/day-sheet';
import { insertUser } from '@semaforo/testing/rows';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { StreamedText } from '../http/streamed-text.ts';
import type { Actor } from '../platform/actor.ts';
import { createCounters } from '../platform/counters.ts';
import { Refusal } from '../platform/refusal.ts';
import { joinDay } from './join-day.ts';
import { createRecordsModule } from './records.module.ts';

/** A day of 25 hours: from 22:00 UTC to 23:00 UTC of the next day. */
const DATE = '2026-10-25';
const at = (utc: string) => Date.parse(`${utc}:00Z`);
const FROM = at('2026-10-24T22:00');

describe.each(testEngines())('the sheet of a day on %s', (engine) => {
  let database: OpenDatabase;
  let anna: Actor;
  let bruno: Actor;
  let admin: Actor;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    const user = async (username: string, role: Actor['role']) => ({
      ...{ id: await insertUser(database.db, username), username, role },
    });
    [anna, bruno, admin] = [
      await user('anna', 'user'),
      await user('bruno', 'user'),
      await user('ada', 'admin'),
    ];
  });
  afterEach(() => database.close());

  const room = (now = at('2026-10-26T12:00')) =>
    createRecordsModule({
      db: database.db,
      clock: { now: () => now },
      ...{
        engine,
        serverId: 'prova',
        dataDir: '',
        keepMs: undefined,
        audit: { syslog: undefined, sealMail: undefined },
        enqueue: () => Promise.resolve([]),
        counters: createCounters(),
        logger: createTestLogger(),
      },
      listDevices: () => [{ id: 1, name: 'Argine', topic: '/3/a/s1', ownerId: anna.id }],
      listAlerts: () =>
        Promise.resolve([
          {
            ...{
              color: 'arancio',
              reason: 'Bollettino',
              drill: true,
              state: 'conclusa',
              note: null,
              trouble: null,
            },
            ...{ at: FROM - 1000, until: FROM + 1000, author: 'anna', approvedBy: 'ada' },
            whom: { kind: 'zona', group: null, zone: 'Abru-A' },
          },
        ]),
    }).routes;
  // The handlers take no more of a call than this.
  const call = (actor: Actor, userId?: number) =>
    ({ actor, query: { date: DATE, userId } }) as Parameters<ReturnType<typeof room>['getDaySheet']>[0];
  const rowsOf = async (actor: Actor, userId?: number) => {
    const sheet = await room().getDaySheet(call(actor, userId));
    if (!('rows' in sheet)) throw new Error('refused');
    return sheet.rows;
  };
  const command = async (
    createdAt: number,
    to: readonly { ownerId: number; name: string; state: 'confermato' | 'scaduto' }[],
    more: { lamp_test_id?: number; approved_by?: string } = {},
  ) => {
    const { id } = await database.db
      .insertInto('commands')
      .values({
        ...{ created_at: createdAt, username: 'anna', origin: 'operatore', device_type: 'semaforo' },
        ...{ value: 'rosso', deadline_at: createdAt, ...more },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const deliveries = to.map(({ ownerId, name, state }) => ({
      ...{
        command_id: id,
        owner_id: ownerId,
        device_name: name,
        device_topic: '/3/a/s',
        value: 'rosso' as const,
      },
      ...{ payloads: '[]', state, reason: state === 'scaduto' ? 'Non confermato in tempo' : null },
      ...{ created_at: createdAt, state_changed_at: createdAt },
    }));
    await database.db.insertInto('deliveries').values(deliveries).execute();
  };

  test('a command is one row of those who owned its devices then, with its outcome there and both people', async () => {
    const [first, last] = [FROM, at('2026-10-25T22:59')];
    await command(FROM - 1, [{ ownerId: anna.id, name: 'ieri', state: 'confermato' }]);
    await command(
      first,
      [
        ...[1, 2, 3, 4].map((n) => ({ ownerId: anna.id, name: `s${n}`, state: 'confermato' as const })),
        { ownerId: anna.id, name: 's5', state: 'scaduto' },
        { ownerId: bruno.id, name: 'di Bruno', state: 'scaduto' },
      ],
      { approved_by: 'ada' },
    );
    await command(last, [{ ownerId: anna.id, name: 's1', state: 'confermato' }]);
    await command(at('2026-10-25T23:00'), [{ ownerId: anna.id, name: 'domani', state: 'confermato' }]);
    const own = (await rowsOf(anna)).filter(({ kind }) => kind === 'comando');
    expect(own).toMatchObject([
      {
        at: new Date(first).toISOString(),
        ...{ what: 'rosso', whom: 's1, s2, s3 e altri 2', author: 'anna', approved_by: 'ada', test: false },
        outcome: 'confermato da 4 di 5; s5: Non confermato in tempo',
      },
      { at: new Date(last).toISOString(), whom: 's1', outcome: 'confermato' },
    ]);
    const ofBruno = (await rowsOf(bruno)).filter(({ kind }) => kind === 'comando');
    expect(ofBruno).toMatchObject([
      { whom: 'di Bruno', outcome: 'confermato da 0 di 1; di Bruno: Non confermato in tempo' },
    ]);
    expect((await rowsOf(admin)).filter(({ kind }) => kind === 'comando')).toMatchObject([
      { whom: 's1, s2, s3 e altri 3' },
      {},
    ]);
    expect(await rowsOf(admin, bruno.id)).toEqual(await rowsOf(bruno));
  });

  test('schedules, lamp tests, errors, alarms and alerts stand in order of time, tests marked as such', async () => {
    const { db } = database;
    await db
      .insertInto('devices')
      .values({
        id: 1,
        topic: '/3/a/s1',
        name: 'Argine',
        type: 'semaforo',
        owner_id: anna.id,
        created_at: 1,
        ...{ latitude: null, longitude: null },
      })
      .execute();
    await db
      .insertInto('schedules')
      .values({
        ...{
          author_id: anna.id,
          username: 'anna',
          color: 'giallo',
          device_type: 'semaforo',
          fencing_token: 1,
        },
        ...{
          execute_at: FROM + 5000,
          created_at: 1,
          executed: 1,
          outcome: 'mancata',
          outcome_reason: 'Server spento',
        },
        ...{ finished_at: 1, leased_until: null, command_id: null },
        ...{ ended_devices: '["Argine"]', ended_total: 1 },
      })
      .execute();
    const { id: testId } = await db
      .insertInto('lamp_tests')
      .values({
        ...{
          created_at: FROM + 4000,
          ended_at: FROM + 9000,
          author_id: anna.id,
          username: 'anna',
          address: null,
        },
        ...{ device_type: 'semaforo', after_command: 0, served_by: 'x', touched_at: 1, stopped_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('lamp_test_devices')
      .values({
        ...{ test_id: testId, device_id: 1, owner_id: anna.id, label: 'Argine' },
        ...{ former: 'verde', state: 'rimessa', closed_at: 1 },
      })
      .execute();
    await command(FROM + 4500, [{ ownerId: anna.id, name: 'Argine', state: 'confermato' }], {
      lamp_test_id: testId,
    });
    await db
      .insertInto('device_errors')
      .values({
        device_id: 1,
        reason: 'Dispositivo non in linea',
        began_at: FROM + 2000,
        ended_at: FROM + 127_000,
      })
      .execute();
    const { id: alarmId } = await db
      .insertInto('alarms')
      .values({
        ...{
          kind: 'non in linea',
          owner_id: anna.id,
          state: 'risolto',
          opened_at: FROM + 3000,
          state_at: FROM,
        },
        ...{
          detail: null,
          taken_by: null,
          held_until: null,
          note: null,
          returns: 0,
          told: 0,
          next_tell_at: null,
        },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const device = { alarm_id: alarmId, device_id: 1, name: 'Argine', since: FROM, until: null };
    await db.insertInto('alarm_devices').values(device).execute();
    const event = {
      alarm_id: alarmId,
      at: FROM + 60_000,
      what: 'preso in carico' as const,
      by: 'reperibile',
      note: null,
    };
    await db.insertInto('alarm_events').values(event).execute();

    const rows = await rowsOf(anna);
    expect(rows.map(({ kind, test, what, outcome }) => [kind, test, what, outcome])).toEqual([
      ['allerta', true, 'esercitazione: allerta arancione: Bollettino', 'conclusa'],
      ['errore', false, 'Dispositivo non in linea', 'finito'],
      [
        'allarme',
        false,
        'Argine: dispositivo non in linea',
        'preso in carico il 25/10 alle 00:01:00 da reperibile',
      ],
      ['prova lampade', true, 'lampade dei semafori', 'lampade confermate: 1 su 1; 1 rimesso come prima'],
      ['pianificazione', false, 'giallo', 'mancata: Server spento'],
    ]);
    expect(rows[2]).toMatchObject({ whom: 'Argine', author: 'reperibile', until: null });
    expect(rows[4]).toMatchObject({ whom: 'tutti i semafori: Argine' });
    expect((await rowsOf(bruno)).map(({ kind }) => kind)).toEqual(['allerta']);

    const csv = await room().exportDaySheet(call(anna));
    if (!(csv instanceof StreamedText)) throw new Error('no table');
    let text = '';
    for await (const piece of csv.pieces) text += piece;
    expect(text.split('\r\n')[2]).toBe(
      '"2026-10-25T00:00:02+02:00";"2026-10-25T00:02:07+02:00";"2 minuti e 5 secondi";"errore";"";"Dispositivo non in linea";"Argine";"finito";"";""',
    );
    expect(text.split('\r\n')[1]).toContain('"allerta";"PROVA";');
  });

  test('the day of another Comune is answered like one that does not exist', async () => {
    for (const [actor, userId] of [
      [anna, bruno.id],
      [admin, 999_999],
    ] as const) {
      expect(await room().getDaySheet(call(actor, userId))).toBeInstanceOf(Refusal);
      expect(await room().exportDaySheet(call(actor, userId))).toBeInstanceOf(Refusal);
    }
  });
});

test('a day with too many rows is whole up to a time, and says so', () => {
  const row = (second: number): DaySheetRow => ({
    ...{ kind: 'comando', test: false, what: 'rosso', whom: 's1', outcome: 'confermato' },
    ...{ at: new Date(FROM + second * 1000).toISOString(), until: null, author: null, approved_by: null },
  });
  const { rows, wholeUntil } = joinDay(
    [
      [row(1), row(4)],
      [row(2), row(3)],
    ],
    3,
  );
  expect([rows.length, wholeUntil]).toEqual([3, new Date(FROM + 3000).toISOString()]);
  expect(joinDay([[row(1)]], 3).wholeUntil).toBeNull();
});
