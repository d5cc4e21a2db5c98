import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** This machine alone. */
export const LOOPBACK = '127.0.0.1';
const WHOLE_NETWORK = '0.0.0.0';
/** While it is in the data folder, an admin has opened the embedded broker to the network. */
const OPENED_FILE = 'broker-open-to-network';

/** Where the embedded broker listens: where the settings say, else where an admin chose. */
export type ListeningPlace = {
  host: () => string;
  /** The settings say it, so an admin cannot choose. */
  isGiven: boolean;
  choose: (network: boolean) => void;
};

/** `given`: EMBEDDED_BROKER_HOST. */
export function createListeningPlace(options: {
  dataDir: string;
  given: string | undefined;
}): ListeningPlace {
  const file = join(options.dataDir, OPENED_FILE);
  return {
    host: () => options.given ?? (existsSync(file) ? WHOLE_NETWORK : LOOPBACK),
    isGiven: options.given !== undefined,
    choose: (network) => (network ? writeFileSync(file, '', { mode: 0o600 }) : rmSync(file, { force: true })),
  };
}
