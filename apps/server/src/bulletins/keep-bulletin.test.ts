import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACT, NOW } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createBulletinsRepository } from './bulletins.repository.ts';
import { type BulletinEvent, createKeepBulletin, TooMuchOfSourceError } from './keep-bulletin.ts';
import { UnreadableBulletin } from './read-bulletin.ts';

describe.each(testEngines())('what is kept of a source on %s', (engine) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  test('has an end within a day, and in all; what is known, what is uploaded and the next day are kept', async () => {
    let now = NOW;
    const logger = createTestLogger();
    const keep = createKeepBulletin({
      repository: createBulletinsRepository(database.db, { now: () => now }),
      keepShapes: () => Promise.resolve(),
      events: createEventChannel<BulletinEvent>({ name: 'bulletins', logger }),
      keptOfADayBytes: 10_000,
      keptBytes: 16_000,
      clock: { now: () => now },
      logger,
    });
    // Random, so that it cannot be compressed.
    const documents = () => ({ junk: randomBytes(3000).toString('hex') });
    const read = new UnreadableBulletin('non è un bollettino');
    const receive = (what: unknown, origin: 'rete' | 'mano' = 'rete', source: 'cap' | 'nazionale' = 'cap') =>
      keep({ source, origin, documents: what, read }, ACT.author);
    const first = documents();
    await receive(first);
    await receive(documents());
    await receive(documents());
    await expect(receive(documents())).rejects.toThrow(TooMuchOfSourceError);
    expect(await receive(first)).toMatchObject({ isNew: false });
    expect(await receive(documents(), 'mano')).toMatchObject({ isNew: true });
    expect(await receive(documents(), 'rete', 'nazionale')).toMatchObject({ isNew: true });
    now += 86_400_001;
    expect(await receive(documents())).toMatchObject({ isNew: true });
    // Nothing is forgotten: once there is no room at all, the network is refused for good and loudly.
    await expect(receive(documents(), 'rete', 'nazionale')).rejects.toThrow('BULLETIN_KEEP_MB');
    now += 86_400_001;
    await expect(receive(documents())).rejects.toThrow(TooMuchOfSourceError);
    expect(await receive(documents(), 'mano')).toMatchObject({ isNew: true });
    expect(await receive(first)).toMatchObject({ isNew: false });
    const rows = await database.db.selectFrom('bulletins').select('id').execute();
    expect(rows).toHaveLength(7);
  });
});
