import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DataDirInUseError, lockDataDir } from './data-dir-lock.ts';

const LOCK_MODULE = new URL('./data-dir-lock.ts', import.meta.url).href;

describe('the data folder', () => {
  let dataDir: string;
  const others: ChildProcess[] = [];

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'semaforo-lock-'));
  });
  afterEach(() => {
    for (const other of others.splice(0)) other.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Another process that takes the lock and holds it; resolves to what it says. */
  async function startOther(): Promise<{ said: string; process: ChildProcess }> {
    const program = `
      const { lockDataDir } = await import(${JSON.stringify(LOCK_MODULE)});
      try { lockDataDir(${JSON.stringify(dataDir)}); console.log('locked'); }
      catch (error) { console.log(error.constructor.name); }
      setInterval(() => {}, 1000);`;
    const other = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: import.meta.dirname,
    });
    others.push(other);
    const [reported] = (await once(other.stdout, 'data')) as [Buffer];
    return { said: reported.toString().trim(), process: other };
  }

  test('the data folder is refused to a second process while the first one uses it', async () => {
    const unlock = lockDataDir(dataDir);
    expect((await startOther()).said).toBe('DataDirInUseError');
    unlock();
    expect((await startOther()).said).toBe('locked');
  });

  test('the data folder is free as soon as the process that held it is killed', async () => {
    const other = await startOther();
    expect(other.said).toBe('locked');
    expect(() => lockDataDir(dataDir)).toThrow(DataDirInUseError);
    expect(() => lockDataDir(dataDir)).toThrow(`La cartella dei dati ${dataDir} è già in uso`);
    other.process.kill('SIGKILL');
    await once(other.process, 'exit');
    const unlock = lockDataDir(dataDir);
    unlock();
  });

  test('a missing data folder is created', () => {
    const unlock = lockDataDir(join(dataDir, 'deep', 'down'));
    unlock();
  });
});
