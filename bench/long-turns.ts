import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RECORDER = new URL('turn-recorder.mjs', import.meta.url).href;

/** The settings with which a server notes its long turns in a file of that folder (Linux only). */
export function recordTurns(folder: string): Record<string, string> {
  return { NODE_OPTIONS: `--import ${RECORDER} ${process.env.PROF ?? ''}`, LONG_TURNS_FILE: fileIn(folder) };
}

/** The processor time (ms) of the longest turn since that time (epoch ms); those below 25 ms count as 25. */
export function longestTurnMs(folder: string, since: number): number {
  if (!existsSync(fileIn(folder))) return 25;
  const turns = readFileSync(fileIn(folder), 'utf8')
    .split('\n')
    .map((line) => line.split(' ').map(Number))
    .filter(([at = 0]) => at >= since)
    .map(([, ms = 0]) => ms);
  return Math.max(25, ...turns);
}

function fileIn(folder: string): string {
  return join(folder, 'long-turns');
}
