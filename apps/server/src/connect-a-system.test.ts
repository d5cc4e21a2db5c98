import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ADMIN } from '@semaforo/testing/credentials';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningApp, startApp, untilShows } from '../test/running-app.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/collegare-un-sistema.md'), 'utf8');
const SIGNAL = '/3/valdombra/s1';

let app: RunningApp;
let env: Record<string, string | undefined>;

beforeEach(async () => {
  app = await startApp();
  const admin = await app.logIn(ADMIN);
  const comune = await app.createOperator('valdombra');
  await app.createDevice({ topic: SIGNAL, userId: comune.id, name: 'Ponte' });
  await app.startFleet([{ key: SIGNAL, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' }]);
  await untilShows(comune.client, SIGNAL, 'verde');
  const body = { name: 'Sito', scopes: ['read' as const, 'propose' as const], user_id: comune.id };
  const { key } = await admin('createApiKey', { body });
  env = { PATH: process.env.PATH, SEMAFORO_URL: app.url, SEMAFORO_KEY: key };
});
afterEach(() => app.stop());

/** The examples of the page in that language, in their order. */
function examples(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code);
}

async function run(program: string, ...words: string[]): Promise<string> {
  return (await promisify(execFile)(program, words, { env })).stdout;
}

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test.skipIf(!isThere('curl'))(
  'the lines of curl read the signals, and propose without lighting',
  async () => {
    const [read = '', propose = ''] = examples('sh');
    expect(JSON.parse(await run('sh', '-c', read))).toMatchObject([
      { device_name: 'Ponte', status: 'verde' },
    ]);
    expect(JSON.parse(await run('sh', '-c', propose))).toMatchObject({ code: 'proposed' });
  },
);

test('the example in Node reads the signals and proposes an alert', async () => {
  const [example = ''] = examples('js');
  const printed = await run(process.execPath, '--input-type=module', '--eval', example);
  expect(printed.trim().split('\n')).toEqual([expect.stringMatching(/^Ponte verde/), '201 proposta']);
});

test.skipIf(!isThere('python3'))('the example in Python reads the signals', async () => {
  const [example = ''] = examples('python');
  expect(await run('python3', '-c', example)).toMatch(/^Ponte verde/);
});
