import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { COMMAND_POINTS, WATER_POINTS } from './fail-point.ts';

const SERVER_ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'semaforo-build-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bundle = (...options: string[]) => {
  const outdir = join(folder, `built${options.length}`);
  execFileSync(process.execPath, ['build.mjs', '--outdir', outdir, ...options], {
    cwd: SERVER_ROOT,
    stdio: 'pipe',
  });
  const parts = readdirSync(outdir).filter((name) => name.endsWith('.js'));
  return parts.map((name) => readFileSync(join(outdir, name), 'utf8')).join('\n');
};
/** The points of the server, and whatever else belongs to them, that a bundle contains. */
const foundIn = (text: string) =>
  ['failPoint', 'SEMAFORO_FAIL_POINT', ...COMMAND_POINTS, ...WATER_POINTS].filter((name) =>
    text.includes(name),
  );

test('the build of the product contains no fail point, the build for faults contains all of them', () => {
  expect(foundIn(bundle())).toEqual([]);
  expect(foundIn(bundle('--fail-points'))).toEqual([
    'failPoint',
    'SEMAFORO_FAIL_POINT',
    ...COMMAND_POINTS,
    ...WATER_POINTS,
  ]);
});
