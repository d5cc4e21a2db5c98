// The program of `npm run backup`: writes a backup while the server may be running.
import { parseArgs } from 'node:util';
import { counted } from '@semaforo/contract/domain/italian';
import { readProcessConfig } from './config.ts';
import { BackupError } from './operations/backup-error.ts';
import { makeBackup } from './operations/make-backup.ts';
import { findPassphrase } from './operations/passphrase.ts';
import { recordBackup } from './operations/record-backup.ts';
import { runProgram } from './run-program.ts';

const USAGE = 'Uso: npm run backup -- FILE';

await runProgram(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    // By the server itself, which keeps its own record.
    options: { scheduled: { type: 'boolean', default: false } },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1) throw new BackupError(USAGE);
  const config = readProcessConfig();
  const passphrase = await findPassphrase(config.backups.passphrase, { isNew: true });
  const { rows, secretKey, madeAt } = await makeBackup(config, { file, passphrase });
  if (!values.scheduled) await recordBackup(config, { at: madeAt, file });
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  console.log(`Copia scritta in ${file}: ${counted(total, ['riga', 'righe'])}`);
  if (secretKey === 'settings') {
    console.log('SECRET_KEY viene dalle impostazioni e non è nella copia: va conservata a parte');
  }
});
