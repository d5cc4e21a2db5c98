import { readFileSync } from 'node:fs';

const KB_PER_MB = 1024;

/** The resident memory of a process in MB (Linux only). */
export function residentMemoryMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kb === undefined) throw new Error(`no VmRSS for process ${pid}`);
  return Number(kb) / KB_PER_MB;
}
