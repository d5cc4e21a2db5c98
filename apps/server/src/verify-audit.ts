import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { wordFor } from '@semaforo/contract/domain/italian';
import { readProcessConfig } from './config.ts';
import { openDatabase } from './database/engine.ts';
import { requireDatabase } from './database/existing-database.ts';
import { type AuditVerification, verifyAuditChain } from './database/verify-audit-chain.ts';
import { StartupError } from './platform/startup-error.ts';
import { runProgram } from './run-program.ts';

/** On PostgreSQL a row may become visible after newer ones that are sealed already: its own seal follows. */
const TRIES = 3;
const TRY_AGAIN_AFTER_MS = 1000;

await runProgram(async () => {
  process.exitCode = (await verify()) ? 0 : 1;
});

/** Prints what was found; resolves to whether the audit is intact. */
async function verify(): Promise<boolean> {
  const { values } = parseArgs({ options: { seal: { type: 'string' } } });
  const config = readProcessConfig();
  requireDatabase(config);
  const { db, close } = openDatabase(config);
  try {
    const tables = await db.introspection.getTables();
    if (!tables.some(({ name }) => name === 'audit_chain')) {
      throw new StartupError(
        'Il registro non ha ancora una catena: la crea il primo avvio di questa versione',
      );
    }
    const result = await verifyPatiently(() => verifyAuditChain(db));
    if (values.seal !== undefined && result.fault === undefined) {
      const kept = db.selectFrom('audit_chain').select('audit_id').where('hash', '=', values.seal);
      const seal = await kept.executeTakeFirst();
      if (!seal)
        return tell({
          ...result,
          fault: 'il sigillo indicato non è nella catena: la fine è stata riscritta',
        });
      console.log(`Il sigillo indicato è quello della riga ${seal.audit_id}`);
    }
    return tell(result);
  } finally {
    await close();
  }
}

async function verifyPatiently(once: () => Promise<AuditVerification>): Promise<AuditVerification> {
  let result = await once();
  for (let tries = 1; result.fault !== undefined && tries < TRIES; tries += 1) {
    await delay(TRY_AGAIN_AFTER_MS);
    result = await once();
  }
  return result;
}

function tell({ rows, waiting, newest, fault }: AuditVerification): boolean {
  if (fault !== undefined) {
    console.log(`Registro manomesso: ${fault}`);
    return false;
  }
  console.log(`Registro integro: ${rows} ${wordFor(rows, ['riga', 'righe'])}`);
  if (waiting > 0) console.log(`In attesa del sigillo: ${waiting}`);
  if (newest) console.log(`Ultimo sigillo: ${newest.hash} (riga ${newest.auditId})`);
  return true;
}
