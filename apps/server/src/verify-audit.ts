import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { formFor } from '@semaforo/contract/domain/italian';
import type { Kysely } from 'kysely';
import { readProcessConfig } from './config.ts';
import {
  ARCHIVE_FOLDER,
  type ArchiveVerification,
  findArchivedSeal,
  verifyAuditArchives,
} from './database/audit-archive.ts';
import { openDatabase } from './database/engine.ts';
import { requireDatabase } from './database/existing-database.ts';
import type { Database } from './database/schema.ts';
import { type AuditVerification, verifyAuditChain } from './database/verify-audit-chain.ts';
import { StartupError } from './platform/startup-error.ts';
import { runProgram } from './run-program.ts';

/** On PostgreSQL a row may become visible after newer ones that are sealed already: its own seal follows. */
const TRIES = 3;
const TRY_AGAIN_AFTER_MS = 1000;

/** Not proven: rows are missing of which only an archive that is not here could show that they were archived. */
type Finding = 'intact' | 'tampered' | 'unproven';
const EXIT_CODES: Record<Finding, number> = { intact: 0, tampered: 1, unproven: 2 };

await runProgram(async () => {
  process.exitCode = EXIT_CODES[await verify()];
});

/** Prints what was found, and resolves to it. */
async function verify(): Promise<Finding> {
  const { values } = parseArgs({
    options: { seal: { type: 'string' }, archives: { type: 'string', multiple: true } },
  });
  const config = readProcessConfig();
  requireDatabase(config);
  const { db, close } = openDatabase(config);
  try {
    const tables = await db.introspection.getTables();
    if (!tables.some(({ name }) => name === 'audit_anchors')) {
      throw new StartupError(
        'Il registro non ha ancora la catena di questa versione: la crea il suo primo avvio',
      );
    }
    const result = await verifyPatiently(() => verifyAuditChain(db));
    const archives = await verifyAuditArchives(db, config.dataDir, values.archives);
    if (values.seal !== undefined && result.fault === undefined) {
      const row = await findSeal(db, values.seal, [
        join(config.dataDir, ARCHIVE_FOLDER),
        ...(values.archives ?? []),
      ]);
      const isLost = row === undefined && archives.missing.length === 0;
      if (isLost) result.fault = 'il sigillo indicato non è nella catena: la fine è stata riscritta';
      else if (row === undefined) console.log('Il sigillo indicato può essere in un archivio che manca');
      else console.log(`Il sigillo indicato è quello della riga ${row}`);
    }
    const found = print(result);
    return found === 'intact' ? notifyArchives(archives) : found;
  } finally {
    await close();
  }
}

/** The row of a seal, in the chain or in what was archived of it. */
async function findSeal(db: Kysely<Database>, seal: string, folders: readonly string[]) {
  const kept = db.selectFrom('audit_chain').select('audit_id').where('hash', '=', seal);
  return (await kept.executeTakeFirst())?.audit_id ?? findArchivedSeal(db, folders, seal);
}

async function verifyPatiently(once: () => Promise<AuditVerification>): Promise<AuditVerification> {
  let result = await once();
  for (let tries = 1; result.fault !== undefined && tries < TRIES; tries += 1) {
    await delay(TRY_AGAIN_AFTER_MS);
    result = await once();
  }
  return result;
}

/** Whoever writes in the database can set an anchor and delete what is before it: only the file shows what it was. */
function notifyArchives({ rows, missing, fault }: ArchiveVerification): Finding {
  if (fault !== undefined) {
    console.log(`Registro manomesso: ${fault}`);
    return 'tampered';
  }
  if (rows > 0) console.log(`Archivi integri: ${rows} ${formFor(rows, ['riga', 'righe'])}`);
  if (missing.length === 0) return 'intact';
  console.log(
    `Inizio del registro non dimostrato: mancano gli archivi ${missing.join(', ')}. ` +
      'Se sono altrove, indica la cartella con --archives',
  );
  return 'unproven';
}

function print({ rows, waiting, newest, fault }: AuditVerification): Finding {
  if (fault !== undefined) {
    console.log(`Registro manomesso: ${fault}`);
    return 'tampered';
  }
  console.log(`Registro integro: ${rows} ${formFor(rows, ['riga', 'righe'])}`);
  if (waiting > 0) console.log(`In attesa del sigillo: ${waiting}`);
  if (newest) console.log(`Ultimo sigillo: ${newest.hash} (riga ${newest.auditId})`);
  return 'intact';
}
