import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyProject } from './copy-project.mjs';

const ROOT = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'semaforo-release-'));
const project = join(folder, 'project');
const out = join(folder, 'out');
const AS_SOMEBODY = ['-c', 'user.name=Prova', '-c', 'user.email=prova@example.it'];

afterAll(() => rmSync(folder, { recursive: true }));

test('a release has its sources, notes and bill of materials, and checksums that hold', () => {
  copyProject({ from: ROOT, to: project });
  execFileSync('git', [...AS_SOMEBODY, 'commit', '--quiet', '--message', 'prova'], { cwd: project });
  const release = () =>
    execFileSync(process.execPath, ['scripts/release.mjs', '--skip-tests', '--out', out], {
      cwd: project,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  expect(release()).toMatch(/^Versione \d+\.\d+\.\d+ in /);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(readdirSync(out).sort()).toEqual([
    'NOTES.md',
    'SHA256SUMS',
    'sbom.cdx.json',
    `semaforo-${version}.tar.gz`,
  ]);
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out, stdio: 'pipe' });
  const files = execFileSync('tar', ['-tzf', `semaforo-${version}.tar.gz`], { cwd: out, encoding: 'utf8' });
  expect(files.split('\n')).toContain(`semaforo-${version}/package-lock.json`);
  expect(release).toThrow(/exists already/);
});
