import { bundleServer } from '@semaforo/testing/server-bundle';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBackupsUnderLoad } from './storage/backups-under-load.ts';
import { watchFlushes } from './storage/flushed-copy.ts';
import { runFullDisk } from './storage/full-disk.ts';
import { runPowerCuts } from './storage/power-cuts.ts';

/** On a machine that is busy. */
const BUNDLED_WITHIN_MS = 120_000;

let bundle: ReturnType<typeof bundleServer>;

beforeAll(() => {
  bundle = bundleServer({ failPoints: false });
}, BUNDLED_WITHIN_MS);
afterAll(() => bundle.remove());

test('what was acknowledged survives a power cut, and what was not flushed is not acknowledged', async ({
  skip,
}) => {
  const flushed = watchFlushes();
  // Without a C compiler.
  if (!flushed) return skip();
  const { faults, acknowledged } = await runPowerCuts({ cuts: 4, bundle: bundle.file, flushed });
  flushed.remove();
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
});

test('a full or read-only disk is told within a second, pages are read, and writes are taken again soon', async ({
  skip,
}) => {
  const flushed = watchFlushes();
  const run = await runFullDisk({ bundle: bundle.file, flushed });
  flushed?.remove();
  // Who is not root cannot mount a small disk.
  if (!run) return skip();
  expect(run.faults).toEqual([]);
});

test('a backup under load misses nothing that was acknowledged, and a killed one leaves nothing', async () => {
  const { faults, killed } = await runBackupsUnderLoad({ backups: 3, bundle: bundle.file });
  expect(faults).toEqual([]);
  expect(killed).toBe(1);
});
