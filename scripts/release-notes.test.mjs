import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { notesOf, releaseFaults } from './release-notes.mjs';

const ROOT = join(import.meta.dirname, '..');
const CHANGELOG = '# Changelog\n\n## 1.2.0 (2026-11-22)\n\n- Two.\n\n## 1.1.0\n\n- One.\n';
const good = { version: '1.2.0', changelog: CHANGELOG, workspaces: { a: '1.2.0' }, isClean: true };

describe('the notes of a release', () => {
  test('are those under its heading, and no others', () => {
    expect(notesOf(CHANGELOG, '1.2.0')).toBe('- Two.\n');
    expect(notesOf(CHANGELOG, '1.1.0')).toBe('- One.\n');
    expect(notesOf(CHANGELOG, '1.0.0')).toBeUndefined();
  });

  test('of the present version are written', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(notesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)).toMatch(/^### \w/m);
  });
});

describe('a release', () => {
  test('of a clean tree with notes and one version everywhere is in order', () => {
    expect(releaseFaults(good)).toEqual([]);
  });

  test.each([
    [{ version: '1.2' }, 'no semantic version'],
    [{ version: '1.3.0' }, 'nothing under ## 1.3.0'],
    [{ workspaces: { a: '1.1.0' } }, 'a: its version is 1.1.0'],
    [{ isClean: false }, 'not committed'],
  ])('with %o is refused', (change, fault) => {
    expect(releaseFaults({ ...good, ...change }).join('\n')).toContain(fault);
  });
});
