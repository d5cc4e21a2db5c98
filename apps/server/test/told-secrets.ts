import { inspect } from 'node:util';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { MOSQUITTO_LOGIN, PLUGIN_ADMIN } from '@semaforo/testing/mosquitto';
import type { LogLine } from './test-logger.ts';

const SECRET_SETTING = /PASSWORD|PASSPHRASE|SECRET|TOKEN/;
/** `postgres://name:password@…` and the like. */
const PASSWORD_OF_URL = /^\w+:\/\/[^/:@]*:([^@]+)@/;
const ALWAYS = [ADMIN, BROKER_LOGIN, MOSQUITTO_LOGIN, PLUGIN_ADMIN].map(({ password }) => password);
/** Shorter ones stand in other words. */
const LEAST_LENGTH = 8;

/** Refuses a log in which a secret of the tests stands, errors and their stacks included. */
export function refuseToldSecrets(
  lines: readonly LogLine[],
  settings: Readonly<Record<string, string>>,
  passwords: readonly string[],
): void {
  const secrets = [
    ...ALWAYS,
    ...passwords,
    ...Object.entries(settings).flatMap(([name, value]) =>
      SECRET_SETTING.test(name) ? [value] : [PASSWORD_OF_URL.exec(value)?.[1] ?? ''],
    ),
  ].filter(({ length }) => length >= LEAST_LENGTH);
  for (const line of lines) {
    const text = inspect(line, { depth: 6 });
    if (secrets.some((secret) => text.includes(secret))) throw new Error(`a secret is in the log: ${text}`);
  }
}
