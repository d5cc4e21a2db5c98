import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** SQLite's write-ahead log writes and flushes a frame of one page for each small transaction. */
const FRAME_BYTES = 24 + 4096;

/** A file that is written and flushed as SQLite flushes its log, and nothing else. */
export type DurableWrites = {
  /** Writes and flushes once; returns the milliseconds that it took. */
  time: () => number;
  stop: () => void;
};

export function startDurableWrites(): DurableWrites {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-durable-'));
  const file = openSync(join(folder, 'misura.log'), 'w');
  const frame = Buffer.alloc(FRAME_BYTES);
  let written = 0;
  return {
    time: () => {
      const startedAt = performance.now();
      writeSync(file, frame, 0, frame.length, written * frame.length);
      fsyncSync(file);
      written += 1;
      return performance.now() - startedAt;
    },
    stop: () => {
      closeSync(file);
      rmSync(folder, { recursive: true });
    },
  };
}
