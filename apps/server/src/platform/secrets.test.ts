import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Secret } from './secret.ts';
import { loadSecrets } from './secrets.ts';

const KEY = 'a key of thirty-two letters or more';
const OTHER_KEY = 'another key of thirty-two letters or more';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'semaforo-secrets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const secretsOf = (secretKey?: string) =>
  loadSecrets({ secretKey: secretKey === undefined ? undefined : new Secret(secretKey), dataDir });

test('any sealed secret can be opened again', () => {
  const { seal, open } = secretsOf(KEY);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (secret) => {
      expect(open(seal(secret))).toBe(secret);
    }),
  );
});

test('a secret is sealed differently each time and is not readable', () => {
  const { seal } = secretsOf(KEY);
  const sealed = [seal('segretissimo'), seal('segretissimo')];
  expect(new Set(sealed).size).toBe(2);
  expect(Buffer.from(sealed[0] ?? '', 'base64url').toString('latin1')).not.toContain('segretissimo');
});

test('a secret sealed with another key does not open', () => {
  expect(secretsOf(OTHER_KEY).open(secretsOf(KEY).seal('segreto'))).toBeUndefined();
});

test('a sealed secret with any one bit changed does not open', () => {
  const { seal, open } = secretsOf(KEY);
  const sealed = Buffer.from(seal('segreto'), 'base64url');
  for (let index = 0; index < sealed.length; index += 1) {
    const altered = Buffer.from(sealed);
    altered.writeUInt8(altered.readUInt8(index) ^ 1, index);
    expect(open(altered.toString('base64url'))).toBeUndefined();
  }
});

test.each(['', 'x', 'non sigillato', '!!!'])('the text %j, which was never sealed, does not open', (text) => {
  expect(secretsOf(KEY).open(text)).toBeUndefined();
});

test('a missing key is generated once and stored, readable by its owner only', () => {
  const sealed = secretsOf().seal('segreto');
  const file = join(dataDir, 'secret.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(Buffer.from(readFileSync(file, 'utf8'), 'base64url')).toHaveLength(32);
  expect(secretsOf().open(sealed)).toBe('segreto');
});

test('tokens have a signing key of their own, which survives a restart', () => {
  expect(secretsOf(KEY).tokenKey).toEqual(secretsOf(KEY).tokenKey);
  expect(secretsOf(KEY).tokenKey).not.toEqual(secretsOf(OTHER_KEY).tokenKey);
  expect(secretsOf(KEY).tokenKey).toHaveLength(32);
});
