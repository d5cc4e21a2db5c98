import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../firmware', import.meta.url));
const FLAGS = ['-std=c99', '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-O2'];

/** A program compiled from the reference firmware; its place is gone after `remove`. */
export type Firmware = { program: string; remove: () => void };

/** True where a C compiler is. */
export function hasCompiler(): boolean {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    // There is none, and the caller says so.
    return false;
  }
}

/** Compiles the core with a file of `firmware/`: every warning is an error. */
export function compileFirmware(main: 'host/board.c' | 'test/cuts.c'): Firmware {
  const place = mkdtempSync(join(tmpdir(), 'semaforo-firmware-'));
  const program = join(place, 'program');
  execFileSync('cc', [...FLAGS, '-o', program, 'signal.c', main], { cwd: FOLDER });
  return { program, remove: () => rmSync(place, { recursive: true, force: true }) };
}
