import { insertUser } from '@semaforo/testing/rows';
import { expect, test } from 'vitest';
import { ACT } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { Refusal } from '../platform/refusal.ts';
import { createGroupsRepository } from './groups.repository.ts';
import { createGroupManagement } from './manage-groups.ts';

test.each(testEngines())('a Comune has at most a hundred groups on %s, and others theirs', async (engine) => {
  const { db, close } = await createTestDatabase(engine);
  const { author, at } = ACT;
  const groups = createGroupManagement({
    repository: createGroupsRepository(db),
    changed: () => undefined,
    clock: { now: () => at },
  });
  const [anna, bruno] = [await insertUser(db, 'anna'), await insertUser(db, 'bruno')];
  const create = async (ownerId: number, name: string) => {
    const made = await groups.create({ ownerId, name, deviceIds: [] }, author);
    return made instanceof Refusal ? made.message : made.name;
  };
  for (let number = 1; number <= 100; number += 1) await create(anna, `gruppo ${number}`);
  const sentence = 'Ci sono già 100 gruppi: eliminane qualcuno prima di aggiungerne altri';
  expect(await create(anna, 'di troppo')).toBe(sentence);
  expect(await create(bruno, 'il primo')).toBe('il primo');
  await close();
});
