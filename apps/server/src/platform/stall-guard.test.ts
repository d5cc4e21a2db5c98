import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild } from '@semaforo/testing/child-process';
import { until } from '@semaforo/testing/until';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const STANDS_FOR_MS = 3000;
/** A server in small: it says that it lives, and stands for good on a signal. */
const PROGRAM = `import { createStallGuard } from './stall-guard.js';
createStallGuard({ standsForMs: ${STANDS_FOR_MS} }).watch();
process.on('SIGUSR2', () => { for (;;); });
setInterval(() => process.stdout.write('.'), 50);`;

describe('the guard of the event loop', () => {
  let folder: string;
  let child: Child;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'semaforo-guard-'));
    const files = ['stall-guard', 'stall-guard-worker'];
    await build({
      entryPoints: files.map((name) => join(import.meta.dirname, `${name}.ts`)),
      outdir: folder,
      platform: 'node',
      format: 'esm',
    });
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'program.js'), PROGRAM);
    child = startChild(process.execPath, [join(folder, 'program.js')], { env: { PATH: process.env.PATH } });
    await until('it lives', () => child.output().includes('.'));
  });
  afterEach(async () => {
    await child.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  test('a process whose loop stands ends, with one line that says why', async () => {
    process.kill(child.pid, 'SIGUSR2');
    await until('it has ended', () => child.hasEnded());
    const lines = child
      .output()
      .split('\n')
      .filter((line) => line.includes('the event loop stands'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]?.replace(/^[.]*/, '') ?? '')).toMatchObject({ level: 60, pid: child.pid });
  });

  test('a process that was stopped for longer goes on when it is continued', async () => {
    process.kill(child.pid, 'SIGSTOP');
    // The time itself is what is tested.
    await new Promise((resolve) => setTimeout(resolve, STANDS_FOR_MS * 2));
    const before = child.output().length;
    process.kill(child.pid, 'SIGCONT');
    await until('it has lived on for as long as it may stand', () => {
      expect(child.hasEnded()).toBe(false);
      return child.output().length - before > STANDS_FOR_MS / 50;
    });
    expect(child.output()).not.toContain('stands');
  });
});
