import { DEFAULT_ADVICE } from '@semaforo/contract/domain/public-page';
import { insertUser } from '@semaforo/testing/rows';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createPublicPagesRepository, type PublicPagesRepository } from './public-pages.repository.ts';

describe.each(testEngines())('the public pages on %s', (engine) => {
  let database: OpenDatabase;
  let repository: PublicPagesRepository;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    repository = createPublicPagesRepository(database.db);
  });
  afterEach(() => database.close());

  const save = (userId: number, settings: Record<string, string>) =>
    database.db
      .insertInto('settings')
      .values(Object.entries(settings).map(([key, value]) => ({ user_id: userId, key, value })))
      .execute();

  test('are those of Comuni that are switched on and have an address, the first of two with one', async () => {
    expect(await repository.listComuni()).toEqual([]);
    const [first, second, third] = [
      await insertUser(database.db, 'valdombra'),
      await insertUser(database.db, 'torrealta'),
      await insertUser(database.db, 'montelago'),
    ];
    await save(first, { public_page: 'true', public_slug: 'valdombra', comune_name: 'Comune di Valdombra' });
    await save(first, { public_text_rosso: ' Non uscire.\n\nSali ai piani alti.\n' });
    await save(second, { public_page: 'true', public_slug: 'valdombra' });
    await save(third, { public_page: 'false', public_slug: 'montelago' });
    await database.db.insertInto('user_zones').values({ user_id: first, zone_code: 'Vald-A' }).execute();
    expect(await repository.listComuni()).toEqual([
      {
        ...{
          userId: first,
          slug: 'valdombra',
          name: 'Comune di Valdombra',
          phone: '',
          channel: '',
          hosts: [],
        },
        zones: ['Vald-A'],
        advice: { ...DEFAULT_ADVICE, rosso: ['Non uscire.', 'Sali ai piani alti.'] },
      },
    ]);
  });

  test('remember what was said, the newest first and not for ever', async () => {
    const userId = await insertUser(database.db, 'valdombra');
    const said = (at: number) => ({
      at,
      color: at % 2 === 0 ? ('rosso' as const) : null,
      showing: 1,
      total: 2,
    });
    for (let at = 1; at <= 210; at += 1) await repository.addChange(userId, said(at));
    expect((await repository.listChanges(userId)).slice(0, 2)).toEqual([said(210), said(209)]);
    expect(await database.db.selectFrom('public_changes').selectAll().execute()).toHaveLength(200);
    await repository.addChange(userId + 1, said(1));
    expect(await repository.listChanges(userId + 1)).toEqual([]);
  });
});
