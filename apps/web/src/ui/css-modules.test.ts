import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
const FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
const SHEETS = FILES.filter((file) => file.endsWith('.css'));
const MODULES = SHEETS.filter((file) => file.endsWith('.module.css'));
const IMPORT = /^import (\w+) from '(.*\.module\.css)';$/gm;

const readSource = (file: string) => readFileSync(join(SOURCE, file), 'utf8');

/** The selectors of a style sheet that stand for its own module. */
const ownSelectors = (file: string) =>
  readSource(file).replaceAll(/\/\*.*?\*\/|:global\([^)]*\)|\{[^{}]*\}/gs, ' ');

/** The class names that a style sheet defines for its own module. */
function definedIn(file: string): string[] {
  return [...ownSelectors(file).matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);
}

/** The class names that the components use, by style sheet. */
function usedNames(): Map<string, Set<string>> {
  const used = new Map(MODULES.map((file) => [file, new Set<string>()]));
  for (const file of FILES.filter((name) => /(?<!\.test)\.tsx?$/.test(name))) {
    const code = readSource(file);
    for (const [, variable = '', path = ''] of code.matchAll(IMPORT)) {
      const sheet = relative(SOURCE, join(SOURCE, dirname(file), path));
      for (const [, name = ''] of code.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g')))
        used.get(sheet)?.add(name);
    }
  }
  return used;
}

test('only the tokens and the base are global style sheets', () => {
  const global = SHEETS.filter((file) => !MODULES.includes(file));
  expect(global.toSorted()).toEqual(['ui/base.css', 'ui/tokens.css']);
});

test.each(MODULES)('the classes of %s are those that components use', (file) => {
  const defined = new Set(definedIn(file));
  expect([...(usedNames().get(file) ?? [])].toSorted()).toEqual([...defined].toSorted());
});

test('ids are global in every module: renamed as classes are, they would be found nowhere', () => {
  expect(MODULES.filter((file) => /#[a-z]/i.test(ownSelectors(file)))).toEqual([]);
});

test('no class name is computed, so that the check above sees every one', () => {
  const computed = FILES.filter((file) => /\.tsx$/.test(file) && /[sS]tyles\[/.test(readSource(file)));
  expect(computed).toEqual([]);
});
