import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
});
