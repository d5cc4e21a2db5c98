// Reads pages of 500 from a history of 5,000,000 rows over HTTP, the first and one from its depth, as the admin and as
// an operator. A page from the depth is compared with the first one, read in turn. `-- --rows N` for another number.
import { parseArgs } from 'node:util';
import { logIn } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { median, reportSlowdown } from './report-figure.ts';
import { startSeededConsole } from './seeded-console.ts';
import { seedHistory } from './seeded-rows.ts';
import { readTimed } from './timed-reading.ts';

const ROWS = '5000000';
const OPERATORS = 100;
const READINGS = 15;
const PAGE = 500;
const DEEP_AT_MOST = 1.5;

const { values } = parseArgs({ options: { rows: { type: 'string', default: ROWS } } });
const rows = Number(values.rows);
const measured = await startSeededConsole({
  signals: OPERATORS,
  operators: OPERATORS,
  whenSeeded: async (database) => {
    const users = await database.db.selectFrom('users').select('id').where('role', '=', 'user').execute();
    await seedHistory(database, { rows, ownerIds: users.map(({ id }) => id) });
  },
});
const operator = await logIn(measured, { username: 'comune1', password: ADMIN.password });
await measure('admin', measured.admin.token);
await measure('operator', operator.token);
await measured.stop();

async function measure(who: string, token: string | undefined) {
  const read = async (query: string) => {
    const { ms, status, bytes } = await readTimed(
      `${measured.origin}/api/commands/history?limit=${PAGE}${query}`,
      {
        authorization: `Bearer ${token}`,
        'accept-encoding': 'identity',
      },
    );
    if (status !== 200 || bytes < PAGE) throw new Error(`no page of history: ${status}`);
    return ms;
  };
  const first: number[] = [];
  const deep: number[] = [];
  for (let reading = 0; reading < READINGS; reading += 1) {
    first.push(await read(''));
    // Each time another part of the oldest tenth, so that no page is read twice.
    deep.push(await read(`&before=${Math.floor((rows / 10) * (1 - reading / READINGS / 2))}`));
  }
  reportSlowdown({
    name: `history_${rows}_${who}_deep_page`,
    oursMs: median(deep),
    referenceMs: median(first),
    atMost: DEEP_AT_MOST,
  });
}
