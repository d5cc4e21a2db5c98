import { createClient } from '@semaforo/client';
import { until } from '@semaforo/testing/until';
import { describe, expect, test } from 'vitest';
import { hasServersAsOne, readinessOf, startServersAsOne, startTown } from '../test/servers-as-one.ts';

const AHEAD_MS = 30_000;

describe.skipIf(!hasServersAsOne)('two servers, of which one has its clock half a minute ahead', () => {
  test('carry out a schedule and an alert at their time, and the one that is ahead does nothing until its clock is set', async () => {
    let ahead = AHEAD_MS;
    const servers = await startServersAsOne({}, { now: () => Date.now() + ahead });
    const { first, second } = servers;
    const { client, token } = await startTown(servers, 'obedient');
    expect(await readinessOf(first)).toMatchObject({ code: 200, status: 'ready' });
    expect(await readinessOf(second)).toMatchObject({ code: 200, status: 'clock-off' });
    expect(second.log).toContainEqual(expect.stringContaining('L’orologio di questo server è diverso'));

    const soon = Date.now() + 4000;
    const schedule = await client('createSchedule', {
      body: { color: 'giallo', datetime: new Date(soon).toISOString(), device_type: 'semaforo' },
    });
    const alert = await client('createAlert', {
      body: {
        color: 'rosso',
        from: new Date(soon + 1000).toISOString(),
        to: new Date(soon + 600_000).toISOString(),
        reason: 'Avviso 112',
      },
    });
    await until('the alert is in course', async () =>
      (await client('listAlerts')).some(({ id, state }) => id === alert.id && state === 'in corso'),
    );
    const history = await client('listHistory');
    const begun = history.map(({ created_at: at }) => Date.parse(at)).toSorted((a, b) => a - b)[0];
    expect(begun).toBeGreaterThanOrEqual(soon);
    await until('the schedule has ended', async () =>
      (await client('listSchedules')).some(({ id, executed }) => id === schedule.id && executed),
    );

    // A page stamps its click by the clock of one server, and the other one judges it.
    const answer = await fetch(`${second.url}/healthz`);
    const dated = Date.parse(answer.headers.get('date') ?? '');
    expect(Math.abs(dated - Date.now())).toBeLessThan(AHEAD_MS / 2);
    const press = (url: string, at: number) =>
      createClient({ origin: url, token }).attempt('sendCommand', {
        query: { type: 'semaforo' },
        body: { command: 'rosso' },
        issuedAt: new Date(at).toISOString(),
      });
    expect((await press(second.url, Date.now())).status).toBe(200);
    expect((await press(second.url, Date.now() - 14_000)).status).toBe(409);

    ahead = 0;
    await until(
      'it acts again',
      async () => ((await readinessOf(second)) as { status: string }).status === 'ready',
    );
    expect(second.log).toContainEqual(expect.stringContaining('è di nuovo quello'));
  });
});
