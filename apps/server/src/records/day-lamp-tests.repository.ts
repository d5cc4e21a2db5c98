import { DAY_SHEET_NAMES, namesOf } from '@semaforo/contract/domain/day-sheet-rows';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { counted } from '@semaforo/contract/domain/italian';
import { TESTED_STATES, type TestedState } from '@semaforo/contract/domain/lamp-test';
import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';
import type { DayRequest, DaySource } from './day-source.ts';

/** A test has at most 200 devices. */
const TESTS_AT_ONCE = 20;
/** After how many devices in which state one says so. */
const STATES: Record<TestedState, readonly [one: string, many: string]> = {
  'in prova': ['in prova', 'in prova'],
  rimessa: ['rimesso come prima', 'rimessi come prima'],
  'non rimessa': ['non rimesso come prima', 'non rimessi come prima'],
  interrotta: ['interrotto da un altro comando', 'interrotti da un altro comando'],
};

type Tested = { owner_id: number | null; label: string; state: TestedState };
type Answers = { confirmed: number; total: number };

/** The lamp tests of a day, each with what its lamps answered on the devices that were the owner's then. */
export function createDayLampTests(db: Kysely<Database>): DaySource {
  return async (requested) => {
    const tests = await selectTests(db, requested).execute();
    const ids = tests.map(({ id }) => id);
    const devices = await listTested(db, ids, requested.ownerId);
    const answers = await listAnswers(db, ids, requested.ownerId);
    return tests.map((test) => {
      const tested = devices.get(test.id) ?? [];
      const names = tested.slice(0, DAY_SHEET_NAMES).map(({ label }) => label);
      return {
        kind: 'prova lampade',
        test: true,
        at: isoTime(test.created_at),
        until: isoTime(test.ended_at),
        what: test.device_type === 'semaforo' ? 'lampade dei semafori' : 'lampade delle lanterne',
        whom: namesOf(tested.length, names),
        outcome: outcomeOf(tested, answers.get(test.id)),
        author: test.username,
        approved_by: null,
      };
    });
  };
}

function outcomeOf(tested: readonly Tested[], answers: Answers | undefined): string {
  const states = TESTED_STATES.flatMap((state) => {
    const count = tested.filter((device) => device.state === state).length;
    return count === 0 ? [] : [counted(count, STATES[state])];
  });
  const lamps = answers && `lampade confermate: ${answers.confirmed} su ${answers.total}`;
  return [...(lamps === undefined ? [] : [lamps]), ...states].join('; ');
}

function selectTests(db: Kysely<Database>, { ownerId, from, to, limit }: DayRequest) {
  const all = db
    .selectFrom('lamp_tests')
    .select(['id', 'created_at', 'ended_at', 'username', 'device_type'])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    // It ended later than it began: by the index.
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', from)]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);
  if (ownerId === undefined) return all;
  return all.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('lamp_test_devices')
        .select('test_id')
        .whereRef('test_id', '=', 'lamp_tests.id')
        .where('owner_id', '=', ownerId),
    ),
  );
}

async function listTested(db: Kysely<Database>, testIds: readonly number[], ownerId: number | undefined) {
  const found: (Tested & { test_id: number })[] = [];
  for (const some of inChunks(testIds, TESTS_AT_ONCE)) {
    const all = db
      .selectFrom('lamp_test_devices')
      .select(['test_id', 'owner_id', 'label', 'state'])
      .where('test_id', 'in', some)
      .orderBy('label');
    const own = ownerId === undefined ? all : all.where('owner_id', '=', ownerId);
    for (const row of await own.execute()) found.push(row);
  }
  return groupBy(found, ({ test_id: id }) => id);
}

/** How many lamps were commanded and how many confirmed; the way back, which has a value of each device, is none. */
async function listAnswers(db: Kysely<Database>, testIds: readonly number[], ownerId: number | undefined) {
  const found = new Map<number, Answers>();
  for (const some of inChunks(testIds, TESTS_AT_ONCE)) {
    const all = db
      .selectFrom('commands')
      .innerJoin('deliveries', 'deliveries.command_id', 'commands.id')
      .select(['commands.lamp_test_id', 'deliveries.state'])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('commands.lamp_test_id', 'in', some)
      .where('commands.value', 'is not', null)
      .groupBy(['commands.lamp_test_id', 'deliveries.state']);
    const own = ownerId === undefined ? all : all.where('deliveries.owner_id', '=', ownerId);
    for (const { lamp_test_id: id, state, count } of await own.execute()) {
      if (id === null) continue;
      const { confirmed, total } = found.get(id) ?? { confirmed: 0, total: 0 };
      const size = Number(count);
      found.set(id, {
        confirmed: confirmed + (state === 'confermato' ? size : 0),
        total: total + size,
      });
    }
  }
  return found;
}
