import { describe, expect, it } from 'vitest';
import { ACT } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createBrokerConfigRepository } from './broker-config.repository.ts';

describe.each(testEngines())('the stored broker on %s', (engine) => {
  it('the stored broker is the one saved last, and the audit contains no password', async () => {
    const { db, close } = await createTestDatabase(engine);
    const repository = createBrokerConfigRepository(db);
    expect(await repository.find()).toBeUndefined();
    const first = { host: 'a.example', port: 1883, username: 'u', sealedPassword: 'sealed-one' };
    const second = { host: 'mqtts://b.example', port: 65_535, username: '', sealedPassword: null };
    await repository.save(first, { ...ACT, before: {} });
    expect(await repository.find()).toEqual(first);
    await repository.save(second, { ...ACT, before: { broker: 'a.example' } });
    expect(await repository.find()).toEqual(second);
    const audit = await db.selectFrom('audit').selectAll().execute();
    expect(audit.map(({ action }) => action)).toEqual(['broker.save', 'broker.save']);
    expect(JSON.stringify(audit)).not.toContain('sealed-one');
    await close();
  });

  it('a trial in vain is told as failed, with its reason, and a good one as done', async () => {
    const { db, close } = await createTestDatabase(engine);
    const repository = createBrokerConfigRepository(db);
    const trial = { host: 'a.example', port: 1883, username: 'u' };
    await repository.recordTrial({ ...trial, failure: 'Il broker non risponde' }, ACT);
    await repository.recordTrial({ ...trial, failure: null }, ACT);
    const rows = await db.selectFrom('audit').select(['outcome', 'reason']).orderBy('id').execute();
    expect(rows).toEqual([
      { outcome: 'fallita', reason: 'Il broker non risponde' },
      { outcome: 'riuscita', reason: null },
    ]);
    await close();
  });
});
