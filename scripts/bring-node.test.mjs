import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { canRunOn } from './bring-node.cjs';
import RUNTIME from './runtime.json' with { type: 'json' };

const HERE = import.meta.dirname;
const MACHINE = `${process.platform}-${process.arch}`;
const COMPLETE = '24.99.0-npm-11.99.0';

describe('Semaforo', () => {
  test.each(['24.15.0', '24.21.0', '26.0.0', '27.1.0'])('runs on Node %s', (version) => {
    expect(canRunOn(version)).toBe(true);
  });

  test.each(['14.21.3', '20.20.2', '22.23.3', '24.14.9', '25.1.0'])('does not run on Node %s', (version) => {
    expect(canRunOn(version)).toBe(false);
  });

  test('says the same in its package, and runs on each Node that it brings', () => {
    const { engines } = JSON.parse(readFileSync(join(HERE, '../package.json'), 'utf8'));
    expect(engines).toEqual({ node: '^24.15.0 || >=26' });
    const { npm: _npm, ...nodes } = RUNTIME;
    for (const { version } of Object.values(nodes)) expect(canRunOn(version), version).toBe(true);
  });
});

/** A registry with a Node and an npm of a few bytes, and a project that has them brought. */
describe('a command on an older Node', () => {
  let folder;
  let registry;
  let asked;
  let children;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'semaforo-launch-'));
    asked = [];
    children = [];
    const packages = [
      pack(
        'node-of-this-machine',
        '24.99.0',
        'bin/node',
        `#!/bin/sh\nBROUGHT=yes exec ${process.execPath} "$@"\n`,
      ),
      pack('npm', '11.99.0', 'bin/npm-cli.js', '#!/usr/bin/env node\n'),
    ];
    const [node, npm] = packages.map(({ name, version, integrity }) => ({ name, version, integrity }));
    registry = createServer(({ url }, response) => {
      asked.push(url);
      const found = packages.find(({ name }) => url.startsWith(`/${name}`));
      if (!found) response.writeHead(404).end();
      else if (url.endsWith('.tgz')) response.end(found.archive);
      else response.end(JSON.stringify(found.manifest(`http://127.0.0.1:${registry.address().port}`)));
    });
    registry.listen(0, '127.0.0.1');
    await once(registry, 'listening');

    mkdirSync(join(folder, 'scripts'));
    for (const file of ['launch.cjs', 'bring-node.cjs'])
      copyFileSync(join(HERE, file), join(folder, 'scripts', file));
    copyFileSync(join(HERE, '../.npmrc'), join(folder, '.npmrc'));
    writeFileSync(join(folder, 'scripts/runtime.json'), JSON.stringify({ npm, [MACHINE]: node }));
    writeFileSync(
      join(folder, 'scripts/hello.mjs'),
      'console.log(process.env.BROUGHT, ...process.argv.slice(2)); process.exitCode = 7;',
    );
    writeFileSync(
      join(folder, 'scripts/wait.mjs'),
      "process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 1000); console.log('waits');",
    );
    preload('older.cjs', "Object.defineProperty(process.versions, 'node', { value: '20.20.2' });");
  });

  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    registry.closeAllConnections();
    registry.close();
    rmSync(folder, { recursive: true });
  });

  function pack(name, version, program, text) {
    const place = join(folder, name, 'package');
    mkdirSync(join(place, 'bin'), { recursive: true });
    const about = { name, version, bin: { [name === 'npm' ? 'npm' : 'node']: program } };
    writeFileSync(join(place, 'package.json'), JSON.stringify(about));
    writeFileSync(join(place, program), text, { mode: 0o755 });
    const archive = execFileSync('tar', ['-cz', '-C', join(folder, name), 'package']);
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    const manifest = (origin) => ({
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...about, dist: { integrity, tarball: `${origin}/${name}-${version}.tgz` } } },
    });
    return { name, version, archive, integrity, manifest };
  }

  function preload(name, code) {
    writeFileSync(join(folder, name), code);
  }

  /** Starts a command as the user of an older Node does. The registry is the one of their npm configuration. */
  function start(command, { args = [], preloads = ['older.cjs'] } = {}) {
    const options = preloads.flatMap((name) => ['--require', join(folder, name)]);
    const child = spawn(process.execPath, [...options, 'scripts/launch.cjs', command, ...args], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        npm_config_registry: `http://127.0.0.1:${registry.address()?.port ?? 9}`,
        npm_config_cache: join(folder, 'cache'),
        npm_config_fetch_retries: '0',
      },
    });
    children.push(child);
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].on('data', (chunk) => {
        printed[name] += chunk;
      });
    }
    return { child, ended: once(child, 'close').then(([code]) => ({ code, ...printed })) };
  }

  const brought = () => readdirSync(join(folder, '.nodes'));

  test('brings a newer one, goes on with it, and passes on words and exit code', async () => {
    const first = await start('hello', { args: ['a', '--b'] }).ended;
    expect(first).toEqual({
      code: 7,
      stdout: 'yes a --b\n',
      stderr: 'Scarico Node 24.99.0 dal registro di npm (qui c’è Node 20.20.2)…\n',
    });
    asked = [];
    expect(await start('hello').ended).toEqual({ code: 7, stdout: 'yes\n', stderr: '' });
    expect(asked).toEqual([]);
    expect(brought()).toEqual([COMPLETE]);
  });

  test('on a Node that is new enough brings nothing', async () => {
    const { code, stdout } = await start('hello', { args: ['a'], preloads: [] }).ended;
    expect({ code, stdout }).toEqual({ code: 7, stdout: 'undefined a\n' });
    expect(existsSync(join(folder, '.nodes'))).toBe(false);
  });

  test('may be started twice at once', async () => {
    const both = await Promise.all([start('hello').ended, start('hello').ended]);
    expect(both.map(({ code, stdout }) => [code, stdout])).toEqual([
      [7, 'yes\n'],
      [7, 'yes\n'],
    ]);
    expect(brought()).toEqual([COMPLETE]);
  });

  test('repairs what an interrupted start left', async () => {
    const gone = start('hello').child;
    gone.kill('SIGKILL');
    await once(gone, 'close');
    mkdirSync(join(folder, '.nodes', `.${gone.pid}-abcdef`), { recursive: true });
    mkdirSync(join(folder, '.nodes', COMPLETE, 'node_modules'), { recursive: true });
    expect(await start('hello').ended).toMatchObject({ code: 7, stdout: 'yes\n' });
    expect(brought()).toEqual([COMPLETE]);
  });

  test('without a network says in a sentence what is missing, and leaves nothing', async () => {
    registry.close();
    const { code, stdout, stderr } = await start('hello').ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.split('\n')[1]).toMatch(/non si è potuto scaricare .*\(ECONNREFUSED\).* serve la rete/);
    expect(brought()).toEqual([]);
  });

  test('refuses a Node of other bytes than were recorded', async () => {
    const file = join(folder, 'scripts/runtime.json');
    const runtime = JSON.parse(readFileSync(file, 'utf8'));
    runtime[MACHINE].integrity = RUNTIME.npm.integrity;
    writeFileSync(file, JSON.stringify(runtime));
    const { code, stderr } = await start('hello').ended;
    expect(code).toBe(1);
    expect(stderr).toContain('node-of-this-machine@24.99.0 del registro di npm non è quello atteso');
    expect(brought()).toEqual([]);
  });

  test.each([
    ['musl', 'process.report.getReport = () => ({ header: {} });', /musl \(Alpine\).* serve Node 24\.15/],
    [
      'an unknown processor',
      "Object.defineProperty(process, 'arch', { value: 'mips' });",
      /mips.* serve Node 24\.15/,
    ],
  ])('says in a sentence that there is none for %s', async (_what, code, sentence) => {
    preload('machine.cjs', code);
    const ended = await start('hello', { preloads: ['older.cjs', 'machine.cjs'] }).ended;
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) });
    expect(asked).toEqual([]);
  });

  test('passes on that it should end', async () => {
    const { child, ended } = start('wait');
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 5 });
  });
});
