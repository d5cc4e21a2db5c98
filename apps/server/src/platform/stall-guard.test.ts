import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild } from '@semaforo/testing/child-process';
import { until } from '@semaforo/testing/until';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';

const BLOCKED_FOR_MS = 3000;
/** A server in small: it says that it lives; and a signal blocks it for good. */
const PROGRAM = `import { createStallGuard } from './stall-guard.js';
const failed = ({ message }) => process.stdout.write(message);
createStallGuard({ failed, blockedForMs: ${BLOCKED_FOR_MS} }).watch();
process.on('SIGUSR2', () => { for (;;); });
setInterval(() => process.stdout.write('.'), 50);`;
/** One whose guard cannot begin. */
const UNGUARDED = `import { createStallGuard } from './stall-guard.js';
const program = new URL('data:text/javascript,throw new Error("no guard")');
const failed = ({ message }) => process.stdout.write(message);
createStallGuard({ failed, program }).watch();
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
    writeFileSync(join(folder, 'unguarded.js'), UNGUARDED);
    child = await run('program.js');
  });
  afterEach(async () => {
    await child.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (program: string) => {
    const started = startChild(process.execPath, [join(folder, program)], {
      env: { PATH: process.env.PATH },
    });
    await until('it lives', () => started.output().includes('.'));
    return started;
  };

  test('a process whose loop is blocked ends, with one line that says why', async () => {
    process.kill(child.pid, 'SIGUSR2');
    await until('it has ended', () => child.hasEnded());
    const lines = child
      .output()
      .split('\n')
      .filter((line) => line.includes('the event loop is blocked'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]?.replace(/^[.]*/, '') ?? '')).toMatchObject({
      ...{ level: 60, pid: child.pid, blockedForMs: BLOCKED_FOR_MS },
    });
  });

  test('a process goes on without a guard that has failed, and is told so', async () => {
    const unguarded = await run('unguarded.js');
    onTestFinished(() => void unguarded.end('SIGKILL'));
    await until('it is told', () => unguarded.output().includes('no guard'));
    const before = unguarded.output().length;
    await until('it lives on', () => unguarded.output().length > before);
  });

  test('a process that was stopped for longer goes on when it is continued', async () => {
    process.kill(child.pid, 'SIGSTOP');
    // The time itself is what is tested.
    await new Promise((resolve) => setTimeout(resolve, BLOCKED_FOR_MS * 2));
    const before = child.output().length;
    process.kill(child.pid, 'SIGCONT');
    await until('it has lived on for as long as it may be blocked', () => {
      expect(child.hasEnded()).toBe(false);
      return child.output().length - before > BLOCKED_FOR_MS / 50;
    });
    expect(child.output()).not.toContain('is blocked');
  });
});
