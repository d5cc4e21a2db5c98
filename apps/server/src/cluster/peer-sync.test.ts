import { until } from '@semaforo/testing/until';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import type { PeerResource } from './cluster.port.ts';
import { createPeerSync } from './peer-sync.ts';

const OFTEN_MS = 5;
const NEVER_MS = 60_000;

/** A sync of one resource, with what it merged. */
function createStage(resource: Partial<PeerResource<number, string>> = {}) {
  const merged: [number, string | undefined][] = [];
  const reads: number[][] = [];
  const { read = () => Promise.resolve(new Map([[1, 'stored']])), ...others } = resource;
  const sync = createPeerSync<number, string>(
    {
      name: 'signals',
      everyMs: NEVER_MS,
      keys: () => [],
      merge: (key, row) => void merged.push([key, row]),
      ...others,
      read: (keys) => {
        reads.push([...keys]);
        return read(keys);
      },
    },
    createTestLogger(),
  );
  onTestFinished(sync.stop);
  return { sync, merged, reads };
}

describe('a hint', () => {
  test('has its keys read and merged, also those of which nothing is stored', async () => {
    const { sync, merged } = createStage();
    sync.hint([1, 2]);
    await until('both are merged', () => merged.length === 2);
    expect(merged).toEqual([
      [1, 'stored'],
      [2, undefined],
    ]);
  });

  test('overwrites nothing that changes here while it is read: that is read again', async () => {
    let version = 0;
    const { sync, merged, reads } = createStage({
      read: () => {
        // A report comes just then.
        if (version === 0) version = 1;
        return Promise.resolve(new Map([[1, 'stored']]));
      },
      versionOf: () => version,
    });
    sync.hint([1]);
    await until('it is merged', () => merged.length > 0);
    expect([reads, merged]).toEqual([[[1], [1]], [[1, 'stored']]]);
  });

  test('merges nothing before what this server has is stored', async () => {
    let isStored = false;
    const { sync, merged, reads } = createStage({ versionOf: () => (isStored ? 'own' : undefined) });
    sync.hint([1]);
    await until('it was read twice', () => reads.length >= 2);
    expect(merged).toEqual([]);
    isStored = true;
    await until('it is merged', () => merged.length > 0);
  });

  test('that comes while its key is read has it read once more', async () => {
    let stored = 'older';
    const { sync, merged } = createStage({
      read: () => {
        const rows = new Map([[1, stored]]);
        if (stored === 'newer') return Promise.resolve(rows);
        // A peer stores it, and publishes that, before the answer is here.
        stored = 'newer';
        sync.hint([1]);
        return Promise.resolve(rows);
      },
    });
    sync.hint([1]);
    await until('the later one is merged', () => merged.length === 2);
    expect(merged.at(-1)).toEqual([1, 'newer']);
  });

  test('is not lost when the database fails', async () => {
    let fails = true;
    const { sync, merged, reads } = createStage({
      read: () => (fails ? Promise.reject(new Error('no database')) : Promise.resolve(new Map())),
    });
    sync.hint([1]);
    await until('it was tried', () => reads.length > 0);
    fails = false;
    await until('it is merged', () => merged.length > 0);
  });
});

describe('a poll', () => {
  test('reads what may have changed, and nothing where nothing may', async () => {
    let keys: number[] = [];
    let polls = 0;
    const { sync, merged, reads } = createStage({
      everyMs: OFTEN_MS,
      keys: () => {
        polls += 1;
        return keys;
      },
    });
    sync.start();
    await until('it has polled', () => polls >= 3);
    expect(reads).toEqual([]);
    keys = [1];
    await until('it is merged', () => merged.length > 0);
  });

  test('never comes between the reading and the merging of a hint', async () => {
    let underWay = 0;
    let atOnce = 0;
    const { sync, merged } = createStage({
      keys: () => [1],
      read: async () => {
        underWay += 1;
        atOnce = Math.max(atOnce, underWay);
        await Promise.resolve();
        underWay -= 1;
        return new Map([[1, 'stored']]);
      },
    });
    sync.hint([1]);
    await Promise.all([sync.read(), sync.flush(), sync.read()]);
    await until('all are merged', () => merged.length === 4);
    expect(atOnce).toBe(1);
  });

  test('rejects for whoever asks for it, and not where it is flushed', async () => {
    const { sync } = createStage({ keys: () => [1], read: () => Promise.reject(new Error('no database')) });
    await expect(sync.read()).rejects.toThrow('no database');
    await expect(sync.flush()).resolves.toBeUndefined();
  });
});
