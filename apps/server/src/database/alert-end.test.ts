import { insertUser } from '@semaforo/testing/rows';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT, NOW } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createAlertsRepository } from '../alerts/alerts.repository.ts';
import { endAlertsOf } from './alert-end.ts';
import type { OpenDatabase } from './engine.ts';

const HOUR_MS = 3_600_000;

describe.each(testEngines())('the alerts of a deleted user on %s', (engine) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  const setOutcome = (id: number | undefined, outcome: 'eseguita' | 'mancata') =>
    database.db
      .updateTable('schedules')
      .set({ executed: 1, outcome })
      .where('id', '=', id ?? 0)
      .execute();

  test('keep who ended them and why, though the command of the end was missed', async () => {
    const alerts = createAlertsRepository(database.db);
    const owner = { id: await insertUser(database.db, 'anna'), username: 'anna', role: 'user' } as const;
    const anna = { id: owner.id, username: owner.username, address: null };
    const id = await alerts.create(
      {
        ...{ owner, color: 'rosso', from: NOW, to: NOW + HOUR_MS, reason: 'Piena', drill: false },
        ...{ source: 'persona', bulletinId: null, gauge: null, day: null, deviceIds: [] },
        whom: { kind: 'tutti', groupId: null, group: null, zone: null },
      },
      { at: NOW, author: anna, decision: 'confermata', byPerson: true, action: 'alerts.create' },
    );
    const found = async () => {
      const alert = await alerts.find(id);
      if (!alert) throw new Error('the alert is gone');
      return alert;
    };
    await setOutcome((await found()).begin?.id, 'eseguita');
    const concluded = {
      ...{ at: NOW + 1, author: anna, action: 'alerts.conclude' },
      ...({ decision: 'conclusa', note: 'Il fiume è rientrato' } as const),
    };
    expect(await alerts.decide(await found(), concluded, { closes: true })).toBe(true);
    await setOutcome((await found()).end?.id, 'mancata');

    await endAlertsOf(database.db, owner.id, { ...ACT, at: NOW + 2 });
    expect(await found()).toMatchObject({
      ...{ decision: 'conclusa', decidedAt: NOW + 1, note: 'Il fiume è rientrato', end: null },
    });
    const audit = await database.db
      .selectFrom('audit')
      .select(['action', 'username'])
      .orderBy('id')
      .execute();
    expect(audit.at(-1)).toEqual({ action: 'alerts.conclude', username: 'anna' });
  });
});
