import { ADMIN, BROKER_LOGIN } from './credentials.ts';
import { MOSQUITTO_LOGIN, PLUGIN_ADMIN } from './mosquitto.ts';

const SECRET_SETTING = /PASSWORD|PASSPHRASE|SECRET|TOKEN/;
/** `postgres://name:password@…` and the like. */
const PASSWORD_OF_URL = /^\w+:\/\/[^/:@]*:([^@]+)@/;
const ALWAYS = [ADMIN, BROKER_LOGIN, MOSQUITTO_LOGIN, PLUGIN_ADMIN].map(({ password }) => password);
/** Shorter ones stand in other words. */
const LEAST_LENGTH = 8;

/** Refuses what a server said, if a secret of the tests or of its settings stands in it. */
export function refuseToldSecrets(
  said: readonly string[],
  settings: Readonly<Record<string, string | undefined>>,
  passwords: readonly string[] = [],
): void {
  const secrets = [
    ...ALWAYS,
    ...passwords,
    ...Object.entries(settings).flatMap(([name, value = '']) =>
      SECRET_SETTING.test(name) ? [value] : [PASSWORD_OF_URL.exec(value)?.[1] ?? ''],
    ),
  ].filter(({ length }) => length >= LEAST_LENGTH);
  for (const text of said)
    if (secrets.some((secret) => text.includes(secret))) throw new Error(`a secret was told: ${text}`);
}
