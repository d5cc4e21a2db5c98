import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@semaforo/testing/until';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { takeTurn } from './take-turn.ts';

const LOST_AFTER_MS = 400;

describe.skipIf(inject('postgresUrl') === null)('the turn to run schedules', () => {
  async function openDatabase() {
    const { db, close } = await createTestDatabase('postgres');
    onTestFinished(close);
    const tryTurn = async () => {
      let mine = false;
      await takeTurn(db, LOST_AFTER_MS, () => {
        mine = true;
        return Promise.resolve();
      });
      return mine;
    };
    return { db, tryTurn };
  }

  test('is kept by a server as long as it works', async () => {
    const { db, tryTurn } = await openDatabase();
    await takeTurn(db, LOST_AFTER_MS, async () => {
      await delay(2 * LOST_AFTER_MS);
      expect(await tryTurn()).toBe(false);
    });
    expect(await tryTurn()).toBe(true);
  });

  test('is another’s soon when its server hangs', async () => {
    const { db, tryTurn } = await openDatabase();
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const hanging = takeTurn(db, LOST_AFTER_MS, async () => {
      await until('the other has it', tryTurn);
    });
    await expect(hanging).rejects.toThrow();
  });
});
