import { readFileSync } from 'node:fs';

/** Beside the sources as beside the built server. */
const PACKAGE = new URL('../package.json', import.meta.url);

/** The version of this program; 'sconosciuta' when it was taken out of its package. */
export function readVersion(): string {
  try {
    const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version?: unknown };
    return typeof version === 'string' ? version : 'sconosciuta';
  } catch {
    return 'sconosciuta';
  }
}
