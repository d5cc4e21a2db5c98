import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createHttpServer } from './http-server.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'semaforo-web-'));
mkdirSync(join(webRoot, 'assets'));
writeFileSync(
  join(webRoot, 'index.html'),
  '<meta name="base-path" content="/" /><link href="/favicon.svg" /><script src="/assets/index-a.js"></script>',
);
writeFileSync(
  join(webRoot, 'manifest.webmanifest'),
  '{ "start_url": "/dashboard", "scope": "/", "lang": "it" }',
);
writeFileSync(join(webRoot, 'assets/index-a.js'), 'export {};');

afterAll(() => rmSync(webRoot, { recursive: true }));

test.each([
  ['', ''],
  ['a path of a proxy', '/servizi/semaforo'],
])('page and manifest name what is under %s, at every address of a page', async (_, basePath) => {
  const server = await createHttpServer({ logger: createTestLogger(), webRoot, basePath });
  try {
    for (const url of ['/', '/index.html', '/devices/7']) {
      const page = await server.inject({ url, headers: { accept: 'text/html' } });
      expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(page.body).toBe(
        `<meta name="base-path" content="${basePath}/" /><link href="${basePath}/favicon.svg" />` +
          `<script src="${basePath}/assets/index-a.js"></script>`,
      );
    }
    const manifest = await server.inject('/manifest.webmanifest');
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    expect(manifest.json()).toEqual({
      start_url: `${basePath}/dashboard`,
      scope: `${basePath}/`,
      lang: 'it',
    });
    expect((await server.inject('/assets/index-a.js')).headers['cache-control']).toContain('immutable');
    expect((await server.inject({ url: '/api/nothing', headers: { accept: 'text/html' } })).statusCode).toBe(
      404,
    );
  } finally {
    await server.close();
  }
});

test('a script is sent as the build compressed it to who takes that, else as it is, and never under that name', async () => {
  const text = `export const words = '${'semaforo '.repeat(400)}';`;
  const short = brotliCompressSync(text);
  writeFileSync(join(webRoot, 'assets/words-b.js'), text);
  writeFileSync(join(webRoot, 'assets/words-b.js.br'), short);
  const server = await createHttpServer({ logger: createTestLogger(), webRoot });
  try {
    const get = (url: string, encoding: string) =>
      server.inject({ url, headers: { 'accept-encoding': encoding } });
    const compressed = await get('/assets/words-b.js', 'gzip, deflate, br');
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(compressed.headers.vary).toMatch(/accept-encoding/i);
    expect(compressed.headers['content-type']).toContain('javascript');
    expect(compressed.rawPayload).toEqual(short);
    expect((await get('/assets/words-b.js', 'identity')).body).toBe(text);
    expect((await get('/assets/words-b.js', 'gzip')).headers['content-encoding']).toBe('gzip');
    expect((await get('/assets/words-b.js.br', 'br')).statusCode).toBe(404);
  } finally {
    await server.close();
  }
});
