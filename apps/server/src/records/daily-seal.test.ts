import { until } from '@semaforo/testing/until';
import { expect, onTestFinished, test } from 'vitest';
import { NOW, SERVER_ID } from '../../test/acts.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import { appendAudit, PROGRAM } from '../database/audit-trail.ts';
import { readMessage } from '../notifications/messages.ts';
import { createOutbox } from '../notifications/outbox.ts';
import { createAuditExportsRepository } from './audit-exports.repository.ts';
import { createDailySeal, createListDailySeals } from './daily-seal.ts';
import { sealAudit } from './seal-audit.ts';

test('the newest seal is sent away once a day, by mail and as an event, whichever server is first', async () => {
  const database = await createTestDatabase('sqlite');
  const { db } = database;
  let now = NOW;
  const clock = { now: () => now };
  const logger = createTestLogger();
  const outbox = createOutbox({ db, channels: ['email'], serverId: SERVER_ID, clock });
  const repository = createAuditExportsRepository(db);
  const write = async () => {
    await appendAudit(db, { at: now, author: PROGRAM, action: 'prova.riga' });
    await sealAudit(database, { everywhere: true });
  };
  const deps = {
    db,
    repository,
    mailTo: 'ced@example.it',
    clock,
    logger,
    everyMs: 10,
    enqueue: outbox.enqueue,
  };
  const servers = [createDailySeal(deps), createDailySeal(deps)];
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await database.close();
  });
  await write();
  const mails = () => db.selectFrom('notifications').selectAll().execute();
  await Promise.all(servers.map((server) => server.runNow()));
  expect(await mails()).toHaveLength(1);
  now += 23 * 3_600_000;
  await write();
  for (const server of servers) await server.runNow();
  expect(await mails()).toHaveLength(1);
  now += 3_600_000;
  for (const server of servers) await server.runNow();
  const [, second] = await mails();
  const newest = await repository.newestSeal();
  expect(second?.recipient).toBe('ced@example.it');
  expect(second && readMessage(second, () => undefined).text).toContain(newest?.hash);
  const [event] = await createListDailySeals(db)(now);
  expect(event).toMatchObject({ event: 'audit.sealed', at: now });
  expect(await event?.dataFor(null)).toEqual({ seal: newest?.hash, audit_id: 2, position: 2 });
  expect(await event?.dataFor(1)).toBeUndefined();
  await until('nothing else is listed', async () => (await createListDailySeals(db)(now + 1)).length === 0);
});
