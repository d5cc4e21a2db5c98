// What is left of a console's data when the disk is full or read-only, flushes fail, the power is cut or a backup is
// killed.
// `tsx faults/storage.fault.ts [--cuts 100] [--backups 40] [--server BUNDLE]`.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BUILT_SERVER } from '@semaforo/testing/server-process';
import { runBackupsUnderLoad } from './storage/backups-under-load.ts';
import { watchFlushes } from './storage/flushed-copy.ts';
import { runFullDisk } from './storage/full-disk.ts';
import { runPowerCuts } from './storage/power-cuts.ts';

const { values: requested } = parseArgs({
  options: {
    cuts: { type: 'string', default: '100' },
    backups: { type: 'string', default: '40' },
    server: { type: 'string' },
  },
});
const bundle = requested.server === undefined ? BUILT_SERVER : resolve(requested.server);

function print(what: string, faults: readonly string[]): void {
  console.log(`${what}; ${faults.length} faults`);
  for (const fault of faults) console.log(`FAULT ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

const flushed = watchFlushes();
if (flushed) {
  const cuts = Number(requested.cuts);
  const { acknowledged, faults } = await runPowerCuts({ cuts, bundle, flushed });
  print(`${cuts} power cuts and failing flushes, ${acknowledged} devices acknowledged`, faults);
} else console.log('Tralasciati i tagli di corrente: manca un compilatore C (cc)');

const full = await runFullDisk({ bundle, flushed });
flushed?.remove();
if (full) {
  const { slowestRefusalMs, backInMs, faults } = full;
  print(
    `full and read-only disk: refused within ${Math.round(slowestRefusalMs)} ms, back in ${Math.round(backInMs)} ms`,
    faults,
  );
} else console.log('Tralasciato il disco pieno: questo utente non può montare un tmpfs');

const { made, killed, acknowledged, faults } = await runBackupsUnderLoad({
  backups: Number(requested.backups),
  bundle,
});
print(`${made} backups under load, ${killed} killed, ${acknowledged} devices acknowledged`, faults);
