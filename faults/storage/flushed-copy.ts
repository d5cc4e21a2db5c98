import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a power cut would leave of a server's database, and a disk that no longer flushes. */
export type FlushedCopy = {
  /** To be added to the environment of the server. */
  settings: Record<string, string>;
  /** Copies what was flushed so far into the folder. The server must stand still meanwhile. */
  copyInto: (folder: string) => void;
  /** From now on flushes fail, or succeed again. */
  failFlushes: (fail: boolean) => void;
  /** From now on each flush takes so much longer; 0: as long as it takes. */
  slowFlushes: (ms: number) => void;
  /** From now on the database is on a disk that is read-only, or is writable again. */
  refuseWrites: (refuse: boolean) => void;
  remove: () => void;
};

/** Compiles the library that watches flushes; undefined where there is no C compiler. */
export function watchFlushes(): FlushedCopy | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-flushed-'));
  const library = join(folder, 'flushed.so');
  const source = join(import.meta.dirname, 'flushed.c');
  const { status } = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (status !== 0) {
    remove();
    return undefined;
  }
  const flushed = join(folder, 'flushed');
  const [failing, slow, readOnly] = [
    join(folder, 'failing'),
    join(folder, 'slow'),
    join(folder, 'read-only'),
  ];
  mkdirSync(flushed);
  return {
    settings: {
      LD_PRELOAD: library,
      FLUSHED: flushed,
      FAIL_FLUSH: failing,
      SLOW_FLUSH: slow,
      FAIL_WRITE: readOnly,
    },
    copyInto: (image) => {
      for (const name of readdirSync(flushed).filter((file) => !file.endsWith('.draft'))) {
        copyFileSync(join(flushed, name), join(image, name));
      }
    },
    failFlushes: (fail) => place(failing, fail),
    slowFlushes: (ms) => (ms > 0 ? writeFileSync(slow, Buffer.alloc(ms)) : rmSync(slow, { force: true })),
    refuseWrites: (refuse) => place(readOnly, refuse),
    remove,
  };
}

/** Makes the file be there or not. */
function place(file: string, isThere: boolean): void {
  if (isThere) writeFileSync(file, '');
  else rmSync(file, { force: true });
}
