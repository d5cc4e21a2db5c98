import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const read = (file) => parse(readFileSync(join(ROOT, file), 'utf8'));
const { jobs } = read('.github/workflows/checks.yml');
const commands = Object.values(jobs).flatMap(({ strategy, steps }) => [
  ...steps.map((step) => step.run ?? ''),
  ...(strategy?.matrix.command ?? []),
]);

test('the workflow has a job for checks, tests, stories and the nightly runs', () => {
  expect(Object.keys(jobs)).toEqual(['checks', 'tests', 'stories', 'nightly']);
  expect(jobs.nightly.if).toContain("'schedule'");
});

test('the workflow runs only npm scripts, long runs and files that exist', () => {
  const { scripts } = read('package.json');
  const named = (pattern) => commands.map((command) => pattern.exec(command)?.[1]).filter(Boolean);
  const isMissing = (file) => !existsSync(join(ROOT, file));
  expect(named(/^npm run ([\w:-]+)/).filter((name) => !scripts[name])).toEqual([]);
  expect(named(/^npm run faults -- (\S+)/).filter((name) => isMissing(`faults/${name}.fault.ts`))).toEqual(
    [],
  );
  expect(named(/^(\.ci\/\S+)/).filter(isMissing)).toEqual([]);
  expect(named(/^npm test -- --only (\S+)/)).toEqual(['tests', 'stories']);
});

test('each issue template has a name, a description and fields with unique ids', () => {
  const templates = readdirSync(join(ROOT, '.github/ISSUE_TEMPLATE')).filter((file) => file !== 'config.yml');
  for (const file of templates) {
    const { name, description, body } = read(`.github/ISSUE_TEMPLATE/${file}`);
    expect([name, description]).not.toContain(undefined);
    const ids = body.flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('the code owner is the contact that publiccode.yml names', () => {
  const [{ email }] = read('publiccode.yml').maintenance.contacts;
  expect(readFileSync(join(ROOT, '.github/CODEOWNERS'), 'utf8')).toContain(`\n* ${email}\n`);
});
