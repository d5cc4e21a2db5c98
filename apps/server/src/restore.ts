// The program of `npm run restore`: restores a backup into an empty place or, with --check, only tries it.
import { parseArgs } from 'node:util';
import { counted } from '@semaforo/contract/domain/italian';
import { readProcessConfig } from './config.ts';
import type { AuditVerification } from './database/verify-audit-chain.ts';
import { BackupError } from './operations/backup-error.ts';
import { checkBackup } from './operations/check-backup.ts';
import type { Manifest } from './operations/manifest.ts';
import { findPassphrase } from './operations/passphrase.ts';
import { restoreBackup } from './operations/restore-backup.ts';
import { runProgram } from './run-program.ts';

const USAGE = 'Uso: npm run restore -- FILE, o npm run restore -- --check FILE per la sola verifica';

await runProgram(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1) throw new BackupError(USAGE);
  const config = readProcessConfig();
  const passphrase = await findPassphrase(config.backups.passphrase, { isNew: false });
  const source = { file, passphrase };
  if (values.check) {
    print('Copia integra', await checkBackup(source, config));
    return;
  }
  const restored = await restoreBackup(config, source);
  print(`Copia ripristinata in ${config.dataDir}`, restored);
  if (restored.manifest.secretKey === 'settings') {
    console.log('La copia è di un server con SECRET_KEY nelle impostazioni: qui serve la stessa');
  }
  console.log('Ora npm start. Tutti devono accedere di nuovo; a nessun dispositivo è stato mandato nulla');
});

function print(done: string, { manifest, audit }: { manifest: Manifest; audit: AuditVerification }): void {
  const { rows, madeAt } = manifest;
  console.log(
    `${done}: mostra i dati del ${new Date(madeAt).toLocaleString('it-IT', { timeZone: 'Europe/Rome' })}`,
  );
  for (const [table, count] of Object.entries(rows)) if (count > 0) console.log(`  ${table}: ${count}`);
  console.log(`Registro integro: ${counted(audit.rows, ['riga', 'righe'])}`);
  if (audit.newest) console.log(`Ultimo sigillo: ${audit.newest.hash} (riga ${audit.newest.auditId})`);
}
