import { describe, expect, test } from 'vitest';
import { findDocumentFaults } from './document-faults.mjs';

const RULES = ['# Rules', '', '## Who sees what', '', '### Owners', '', '```sh', '# no heading', '```'].join(
  '\n',
);

function faultsOf(files) {
  const texts = new Map(Object.entries({ 'docs/rules.md': RULES, ...files }));
  return findDocumentFaults({ texts, paths: [...texts.keys(), 'docs/images/home.png'] });
}

describe('a comment', () => {
  test('may cite a page and an anchor that exist', () => {
    const code = '/** Only the owner (docs/rules.md#owners). */\nconst a = 1; // docs/rules.md#who-sees-what';
    expect(faultsOf({ 'apps/a.ts': code })).toEqual([]);
  });

  test('fails when it cites a page that is not in the repository', () => {
    expect(faultsOf({ 'apps/a.ts': '\n/**\n * product.md, section 3.\n */' })).toEqual([
      'apps/a.ts:3: product.md does not exist',
    ]);
  });

  test('fails when it cites a page by another path than that from the root', () => {
    expect(faultsOf({ 'apps/a.css': '/* rules.md#owners */' })).toEqual([
      'apps/a.css:1: rules.md does not exist',
    ]);
  });

  test('fails when it cites an anchor that no heading has', () => {
    expect(faultsOf({ 'apps/a.ts': '// docs/rules.md#owner' })).toEqual([
      'apps/a.ts:1: docs/rules.md has no anchor #owner',
    ]);
  });

  test('fails when it cites what is a heading only in a code block', () => {
    expect(faultsOf({ 'apps/a.ts': '// docs/rules.md#no-heading' })).toHaveLength(1);
  });

  test('fails when its line is longer than 120 columns', () => {
    const code = `const a = 1;\n// ${'a'.repeat(118)}`;
    expect(faultsOf({ 'apps/a.ts': code })).toEqual(['apps/a.ts:2: 121 columns, at most 120']);
  });
});

test('Code is no comment, however much it looks like one', () => {
  const code = `const a = 'https://example.org/${'a'.repeat(120)}/missing.md';\nconst b = ['src/**/*.ts', 'missing.md'];`;
  expect(faultsOf({ 'apps/a.ts': code })).toEqual([]);
});

describe('a page', () => {
  test('may link pages, anchors, folders, images and addresses that exist', () => {
    const page = [
      '[a](rules.md) [b](rules.md#owners) [c](#title) [d](../apps) ![e](images/home.png) [f](https://example.org/x.md)',
      '# Title',
    ].join('\n');
    expect(faultsOf({ 'docs/page.md': page, 'apps/a.ts': '' })).toEqual([]);
  });

  test('fails when it links a file or an anchor that does not exist', () => {
    expect(faultsOf({ 'docs/page.md': '[a](gone.ts)\n[b](rules.md#gone)\n[c](#gone)' })).toEqual([
      'docs/page.md:1: docs/gone.ts does not exist',
      'docs/page.md:2: docs/rules.md has no anchor #gone',
      'docs/page.md:3: docs/page.md has no anchor #gone',
    ]);
  });

  test('has the anchors that GitHub gives: accents kept, signs dropped, repeated headings numbered', () => {
    const page =
      '# Perché no?\n## `a` & [b](c.ts)\n## Same\n## Same\n[1](#perché-no) [2](#a--b) [3](#same-1)';
    expect(faultsOf({ 'docs/page.md': page, 'docs/c.ts': '' })).toEqual([]);
  });

  test('fails when a line outside tables is longer than 120 columns', () => {
    const page = `| ${'a'.repeat(150)} |\n${'b'.repeat(121)}`;
    expect(faultsOf({ 'docs/page.md': page })).toEqual(['docs/page.md:2: 121 columns, at most 120']);
  });
});
