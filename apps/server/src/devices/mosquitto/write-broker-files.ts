// The program of `npm run broker-files`: writes Mosquitto's files from the database of the console.

import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readProcessConfig } from '../../config.ts';
import { openDatabase } from '../../database/engine.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import { StartupError } from '../../platform/startup-error.ts';
import { runProgram } from '../../run-program.ts';
import { createCredentialsRepository } from '../credentials.repository.ts';
import { brokerFiles } from './broker-files.ts';

await runProgram(writeBrokerFiles);

async function writeBrokerFiles(): Promise<void> {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  if (values.out === undefined) throw new StartupError('Uso: npm run broker-files -- --out CARTELLA');
  const config = readProcessConfig();
  const { username, password } = config.mqtt;
  if (username === undefined || password === undefined) {
    throw new StartupError(
      'Servono MQTT_USERNAME e MQTT_PASSWORD: con quelli la console accede al broker, e vanno nei suoi file',
    );
  }
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'semaforo.sqlite'))) {
    throw new StartupError(`Nessuna base di dati in ${config.dataDir}: avvia prima la console`);
  }
  const database = openDatabase(config);
  try {
    const logins = await createCredentialsRepository(database.db).listLogins();
    const files = brokerFiles({
      logins,
      server: { username, password },
      commandTopic: config.commandTopic,
      homeAssistant: config.homeAssistant,
    });
    makeFolder(values.out);
    // First the passwords: who has lost theirs is out before their rights go.
    replaceFile(join(values.out, 'passwords'), files.passwords);
    replaceFile(join(values.out, 'acl'), files.acl);
    process.stdout.write(`Scritti passwords e acl di ${logins.length} dispositivi in ${values.out}\n`);
  } finally {
    await database.close();
  }
}

/** Replaces a file as a whole, readable by its owner only: whoever reads it meanwhile finds the old one or the new. */
function replaceFile(path: string, content: string): void {
  const draft = `${path}.${randomUUID()}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}
