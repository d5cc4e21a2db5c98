import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { findPubliccodeFaults } from './publiccode-faults.mjs';

const ROOT = join(import.meta.dirname, '..');
const read = () => parse(readFileSync(join(ROOT, 'publiccode.yml'), 'utf8'));

test('publiccode.yml is one that a catalogue takes, of this version', () => {
  const content = read();
  expect(findPubliccodeFaults(content)).toEqual([]);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(content.softwareVersion).toBe(version);
  for (const file of content.description.it.screenshots) expect(existsSync(join(ROOT, file))).toBe(true);
});

test.each([
  [{ url: undefined }, 'url: is missing'],
  [{ developmentStatus: 'finished' }, 'developmentStatus: is none of'],
  [{ platforms: [] }, 'platforms: is no list'],
  [{ color: 'rosso' }, 'color: is unknown'],
  [{ legal: { license: 'MIT' } }, 'legal.license: is none of EUPL-1.2'],
  [{ description: { it: { shortDescription: 'x'.repeat(151) } } }, 'shortDescription: has not 1 to 150'],
])('with %o it is refused', (change, fault) => {
  expect(findPubliccodeFaults({ ...read(), ...change }).join('\n')).toContain(fault);
});
