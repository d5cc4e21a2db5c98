// Measures how many writes a second the embedded database makes durable, one at a time. The reference is a file that
// is written and flushed as often.
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { median, reportRatio } from './report-figure.ts';

const RUNS = 5;
const WRITES_PER_RUN = 2_000;
/** SQLite's write-ahead log writes and flushes a frame of one page for each of these transactions. */
const FRAME_BYTES = 24 + 4096;
const AT_LEAST = 0.5;

const folder = mkdtempSync(join(tmpdir(), 'semaforo-durable-'));
const database = new SqliteConnection(join(folder, 'misura.sqlite'));
// The same settings as in apps/server/src/database/engine.ts.
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec('create table states (id integer primary key, status text not null)');
const write = database.prepare(
  'insert into states (id, status) values (?, ?) on conflict do update set status = excluded.status',
);
const file = openSync(join(folder, 'misura.log'), 'w');
const frame = Buffer.alloc(FRAME_BYTES);

const ours: number[] = [];
const reference: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  reference.push(
    ratePerSecond((index) => {
      writeSync(file, frame, 0, frame.length, index * frame.length);
      fsyncSync(file);
    }),
  );
  // SQLite writes nothing for a row that does not change.
  ours.push(ratePerSecond((index) => write.run(index, `verde ${run}`)));
}
reportRatio({
  name: 'durable_writes',
  ours: median(ours),
  reference: median(reference),
  atLeast: AT_LEAST,
});
database.close();
closeSync(file);
rmSync(folder, { recursive: true });

function ratePerSecond(act: (index: number) => void): number {
  const startedAt = performance.now();
  for (let index = 0; index < WRITES_PER_RUN; index += 1) act(index);
  return (WRITES_PER_RUN / (performance.now() - startedAt)) * 1000;
}
