import { createHash } from 'node:crypto';
import { world } from './simulated-host.ts';

const KEPT_LINES = 400;

/** What happened, line by line: the last lines to read, and a digest of them all to compare two runs by. */
export function createJournal({ print }: { print: boolean }) {
  const digest = createHash('sha256');
  let lines: string[] = [];
  return {
    note: (what: string) => {
      const line = `${new Date(world.now()).toISOString()} ${what}`;
      digest.update(`${line}\n`);
      lines.push(line);
      if (lines.length > 2 * KEPT_LINES) lines = lines.slice(-KEPT_LINES);
      if (print) process.stdout.write(`${line}\n`);
    },
    last: (many: number) => lines.slice(-many),
    digest: () => digest.copy().digest('hex').slice(0, 16),
  };
}

export type Journal = ReturnType<typeof createJournal>;
