import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const CONFIGURATION = '.oxlintrc.jsonc';

/** For each rule a line that it refuses, and that no other rule refuses. */
const FAULTS = {
  'typescript/await-thenable': 'export const read = async (lid: string) => { await later(); await lid; };',
  'typescript/no-floating-promises': 'export const begin = () => { later(); };',
  'typescript/no-misused-promises': 'export const listen = () => takes(async () => { await later(); });',
  'typescript/no-unnecessary-condition': 'export const size = (text: string) => text?.length;',
  'typescript/no-unsafe-argument': 'export const give = () => takes(loose);',
  'typescript/no-unsafe-assignment': 'export const copy = loose;',
  'typescript/no-unsafe-call': 'export const call = () => { loose(); };',
  'typescript/no-unsafe-member-access': 'export const look = () => { loose.lid; };',
  'typescript/no-unsafe-return': 'export const answer = (): string => loose;',
  'typescript/only-throw-error': "export const fail = () => { throw 'a text'; };",
  'typescript/require-await': 'export const wait = async () => 1;',
  'typescript/return-await':
    'export const tryIt = async () => { try { return later(); } catch { await later(); return 1; } };',
  'typescript/switch-exhaustiveness-check':
    "export const act = (kind: 'on' | 'off') => { switch (kind) { case 'on': takes(() => 1); } };",
  'semaforo/no-copy-per-item':
    "export const add = (all: Map<string, number[]>, one: number[]) => all.set('a', [...one, 1]);",
  'semaforo/no-own-clock': 'export const now = () => Date.now();',
  'eslint/no-restricted-properties':
    'export const any = (signals: AbortSignal[]) => AbortSignal.any(signals);',
};
const DECLARATIONS = `
declare const loose: any;
declare function later(): Promise<number>;
declare function takes(callback: () => void): void;
`;

test('each lint rule refuses the fault that it is for, and no other rule does', async () => {
  const found = await lint(Object.entries(FAULTS).map(([rule, fault]) => [fileOf(rule), fault]));

  expect(found.toSorted()).toEqual(
    Object.keys(FAULTS)
      .map((rule) => `${fileOf(rule)} ${rule}`)
      .toSorted(),
  );
});

test('each rule of the linter has a fault here', () => {
  const { rules, overrides } = JSON.parse(
    readFileSync(join(ROOT, CONFIGURATION), 'utf8').replace(/^\/\/.*$/gm, ''),
  );
  const named = [rules, ...overrides.map((override) => override.rules)].flatMap((each) => Object.keys(each));

  expect([...new Set(named)].toSorted()).toEqual(Object.keys(FAULTS).toSorted());
});

function fileOf(rule) {
  return `${rule.replace('/', '-')}.ts`;
}

/** What the project's linter says of these files, were they the server's: the name of the file and the rule. */
async function lint(files) {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-lint-'));
  const sources = join(folder, 'apps/server/src');
  try {
    mkdirSync(sources, { recursive: true });
    for (const name of [CONFIGURATION, 'oxlint.plugin.mjs', 'tsconfig.base.json'])
      cpSync(join(ROOT, name), join(folder, name));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const tsconfig = {
      extends: './tsconfig.base.json',
      compilerOptions: { lib: ['ES2023', 'DOM'] },
      include: ['apps'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    for (const [name, text] of files) writeFileSync(join(sources, name), `${DECLARATIONS}${text}\n`);
    const { diagnostics } = JSON.parse(await oxlint(folder));
    return diagnostics.map(({ filename, code }) => `${filename.split('/').at(-1)} ${ruleOf(code)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `typescript(no-unsafe-call)` is the rule `typescript/no-unsafe-call`. */
function ruleOf(code) {
  return code.replace('(', '/').replace(')', '');
}

/** It exits with 1 for what it found. */
function oxlint(folder) {
  const program = join(ROOT, 'node_modules/.bin/oxlint');
  return new Promise((resolve) =>
    execFile(program, ['--format', 'json', 'apps'], { cwd: folder }, (_error, output) => resolve(output)),
  );
}
