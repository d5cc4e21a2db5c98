import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the machine. */
const TICKS_PER_SECOND = 100;

/** The processor time, in seconds, that a process has used since its start, in user and system mode (Linux only). */
export function processorSeconds(pid: number): number {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in parentheses, may hold spaces: what follows it are fields 3 and on; times are 14 and 15.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return (user + system) / TICKS_PER_SECOND;
}
