import { ADMIN, BROKER_LOGIN } from './credentials.ts';
import { MOSQUITTO_LOGIN, PLUGIN_ADMIN } from './mosquitto.ts';

const SECRET_SETTING = /PASSWORD|PASSPHRASE|SECRET|TOKEN/;
/** `postgres://name:password@…` and the like. */
const PASSWORD_OF_URL = /^\w+:\/\/[^/:@]*:([^@]+)@/;
const ALWAYS = [ADMIN, BROKER_LOGIN, MOSQUITTO_LOGIN, PLUGIN_ADMIN].map(({ password }) => password);
/** A stored hash of a password, and a token of a session: secrets whosever they are. */
const OF_ANYBODY = /\$argon2|\beyJ[\w-]+\.eyJ[\w-]+\./;
/** Shorter ones stand in other words. */
const LEAST_LENGTH = 8;
const MEASURES_WITHIN_MS = 1000;

/** `/metrics` of a server, at most a second long; empty when it does not answer. */
export async function readMeasures(origin: string): Promise<string> {
  try {
    const answer = await fetch(`${origin}/metrics`, { signal: AbortSignal.timeout(MEASURES_WITHIN_MS) });
    return await answer.text();
  } catch {
    // It hangs, or has no database: tests that end it so look at what it printed.
    return '';
  }
}

/** Refuses what a server said, if a secret of the tests or of its settings stands in it. */
export function refuseLeakedSecrets(
  reported: readonly string[],
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
  for (const text of reported)
    if (OF_ANYBODY.test(text) || secrets.some((secret) => text.includes(secret)))
      throw new Error(`a secret was told: ${text}`);
}
