import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { freePort } from '@semaforo/testing/free-port';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { startApp } from '../test/running-app.ts';
import { createTestDatabasePlace } from '../test/test-database.ts';
import { StartupError } from './platform/startup-error.ts';

describe.skipIf(inject('postgresUrl') === null)('a second server on one PostgreSQL', () => {
  test.each([
    ['both command', '{key}/{channel}', '{key}/{channel}'],
    ['the first commands', '{key}/{channel}', '{key}/{channel}/set'],
    ['the second commands', '{key}/{channel}/set', '{key}/{channel}'],
  ])('is refused where %s devices on their report topic', async (_which, ofFirst, ofSecond) => {
    const folder = mkdtempSync(join(tmpdir(), 'semaforo-only-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const place = await createTestDatabasePlace('postgres');
    onTestFinished(place.remove);
    const secret = randomBytes(32).toString('base64');
    const start = async (name: string, commandTopic: string) =>
      startApp({
        dataDir: join(folder, name),
        withoutBroker: true,
        settings: {
          DATABASE_URL: place.databaseUrl ?? '',
          SECRET_KEY: secret,
          COMMAND_TOPIC: commandTopic,
          ...outsideBrokerSettings(await freePort()),
        },
      });
    const first = await start('first', ofFirst);
    const refused = await start('second', ofSecond).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartupError);
    expect(String(refused)).toContain('Impostazione COMMAND_TOPIC');
    // Where the first has stopped, the second is the only one.
    await first.stop();
    const second = await start('second', ofSecond);
    await second.stop();
  });
});
