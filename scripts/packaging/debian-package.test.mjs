import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { debianChangelog, debianControl, debianCopyright } from './debian-texts.mjs';

const FOLDER = join(import.meta.dirname, '../../packaging/debian');
const MOST_EXPOSED = 2;
const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;

test.skipIf(!hasAnalyze)('the service may do little', () => {
  const file = join(FOLDER, 'semaforo.service');
  const told = execFileSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' });
  expect(Number(/level for \S+ ([\d.]+)/.exec(told)?.[1])).toBeLessThanOrEqual(MOST_EXPOSED);
});

test.each(['semaforo', 'config', 'postinst', 'prerm', 'postrm'])(
  '%s is a script that a shell reads',
  (name) => {
    const file = join(FOLDER, name);
    execFileSync('sh', ['-n', file]);
    expect(readFileSync(file, 'utf8')).toMatch(/^#!\/bin\/sh\n[\s\S]*^set -e/m);
  },
);

/** What the command gives to its program when root calls it in a folder. */
function givenBy(folder, args) {
  writeFileSync(join(folder, 'id'), '#!/bin/sh\necho 0\n', { mode: 0o755 });
  writeFileSync(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const told = execFileSync('sh', [join(FOLDER, 'semaforo'), ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  const lines = told.trimEnd().split('\n');
  return lines.slice(lines.findIndex((line) => line.endsWith('.js')) + 1);
}

test('the command names every path from the root, and leaves a seal as it is', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'semaforo-command-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (name) => join(folder, name);
  expect(givenBy(folder, ['restore', '--check', 'copia'])).toEqual(['--check', at('copia')]);
  expect(givenBy(folder, ['broker-files', '--out=file del broker'])).toEqual([
    `--out=${at('file del broker')}`,
  ]);
  const verified = ['audit-verify', '--archives', 'vecchi', '--seal', 'a1b2', '--archives', 'più/vecchi'];
  expect(givenBy(folder, verified)).toEqual([
    ...['--archives', at('vecchi'), '--seal', 'a1b2', '--archives', at('più/vecchi')],
  ]);
  expect(givenBy(folder, ['audit-verify', '--seal=a1b2'])).toEqual(['--seal=a1b2']);
});

test('every setting that the file of settings offers is one of the documentation', () => {
  const documented = readFileSync(join(import.meta.dirname, '../../docs/impostazioni.md'), 'utf8');
  const offered = readFileSync(join(FOLDER, 'semaforo.env'), 'utf8').match(/^#[A-Z_]+(?==)/gm) ?? [];
  expect(offered.length).toBeGreaterThan(5);
  for (const name of offered) expect(documented).toContain(`\`${name.slice(1)}\``);
});

test('the package says its version, its size and who keeps it; the same instant gives the same text', () => {
  const control = debianControl({ version: '1.2.3', architecture: 'amd64', kilobytes: 120_000 });
  expect(control).toMatch(/^Version: 1\.2\.3$/m);
  expect(control).toMatch(/^Installed-Size: 120000$/m);
  expect(control).toMatch(/^Maintainer: .+ <\S+@\S+>$/m);
  for (const line of control.split('\n').filter((each) => each.startsWith(' '))) {
    expect(line.length).toBeLessThanOrEqual(80);
  }
  expect(debianChangelog({ version: '1.2.3', epoch: 0 })).toContain('Thu, 01 Jan 1970 00:00:00 +0000');
  expect(debianCopyright()).toContain('EUROPEAN UNION PUBLIC LICENCE');
  expect(debianCopyright()).toContain('License: CC-BY-4.0');
});
