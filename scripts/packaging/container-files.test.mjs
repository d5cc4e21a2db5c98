import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { findTestPrograms } from '../../packages/testing/src/machine.mjs';

const FOLDER = join(import.meta.dirname, '../../packaging/container');
const read = (name) => readFileSync(join(FOLDER, name), 'utf8');
const { caddy } = findTestPrograms();

test('of compose, every service has a read-only root, no rights and an image of a fixed line', () => {
  const { services, networks } = parse(read('compose.yaml'), { merge: true });
  expect(Object.keys(services).sort()).toEqual(['broker', 'console', 'database', 'proxy']);
  for (const [name, service] of Object.entries(services)) {
    expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(service.security_opt, name).toEqual(['no-new-privileges:true']);
    expect(service.image, name).toMatch(/:\S+$/);
  }
  expect(services.database.networks).toEqual(['inside']);
  expect(networks.inside).toEqual({ internal: true });
});

test('no file of the containers has a password: each comes from outside, and nothing starts without it', () => {
  const given = [...read('compose.yaml').matchAll(/PASSWORD: (.*)$/gm)].map(([, value]) => value);
  expect(given.length).toBeGreaterThan(2);
  for (const value of given) expect(value).toMatch(/^\$\{\w+:\?manca\}$/);
});

test('what compose and Quadlet mount and start is what the image has', () => {
  const image = read('Containerfile');
  expect(image).toMatch(/^USER 10001:10001$/m);
  expect(image).toMatch(/^VOLUME \/var\/lib\/semaforo$/m);
  const unit = read('semaforo.container');
  for (const line of ['ReadOnly=true', 'DropCapability=ALL', 'NoNewPrivileges=true'])
    expect(unit).toContain(line);
  expect(unit).toContain('Volume=semaforo.volume:/var/lib/semaforo');
});

test.skipIf(!caddy)('the proxy takes its configuration', () => {
  const [, minor] = /2\.(\d+)/.exec(execFileSync(caddy, ['version'], { encoding: 'utf8' })) ?? [];
  // Before 2.7 the same was said in another way.
  const written = read('Caddyfile');
  const known = Number(minor) < 7 ? written.replace('request_buffers 64KiB', 'buffer_requests') : written;
  const file = join(mkdtempSync(join(tmpdir(), 'caddy-')), 'Caddyfile');
  writeFileSync(file, known);
  const args = ['adapt', '--adapter', 'caddyfile', '--config', file, '--validate'];
  const env = { ...process.env, SEMAFORO_HOST: 'semaforo.comune.example' };
  const adapted = execFileSync(caddy, args, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(adapted).toContain('console:3000');
  expect(adapted).toMatch(/"(request_buffers|buffer_requests)":/);
  expect(JSON.parse(adapted).apps.http.servers.srv0).toMatchObject({
    read_timeout: 15_000_000_000,
    read_header_timeout: 5_000_000_000,
  });
});

test('what root starts by hand takes nothing from the folder in which root stands, and a stuck service is ended', () => {
  const debian = (name) => readFileSync(join(FOLDER, '../debian', name), 'utf8');
  expect(debian('semaforo')).toContain('--property=WorkingDirectory=/usr/lib/semaforo');
  expect(debian('semaforo')).not.toContain('$PWD');
  expect(debian('semaforo.service')).toMatch(
    /^WatchdogSec=60\nNotifyAccess=all$|^NotifyAccess=all\nWatchdogSec=60$/m,
  );
});
