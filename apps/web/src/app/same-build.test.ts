import { afterEach, expect, test, vi } from 'vitest';
import { isOwnBuild } from './same-build.ts';

const SCRIPT = '/assets/index-own.js';
const page = (script: string) => `<div id="root"></div><script src="${script}"></script>`;

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['the same build', new Response(page(SCRIPT)), true],
  ['another build', new Response(page('/assets/index-new.js')), false],
  ['a proxy in front of it that speaks for itself', new Response('<h1>Manutenzione</h1>'), true],
  ['a failure', new Response(page('/assets/index-new.js'), { status: 503 }), true],
])('a page goes on before %s as it should', async (_, answer, isOwn) => {
  vi.stubGlobal('fetch', () => Promise.resolve(answer));
  expect(await isOwnBuild(SCRIPT)).toBe(isOwn);
});
