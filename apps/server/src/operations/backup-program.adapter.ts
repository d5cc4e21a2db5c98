import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../platform/child-environment.ts';
import type { StartBackup } from './backup-program.port.ts';

const LONGEST_COMPLAINT = 2000;
/** Behind everything that somebody waits for. */
const NICENESS = 10;

/**
 * Makes backups in a process of their own: to copy and to encrypt takes longer than the server may be busy, and memory
 * that it would not give back.
 */
export function createBackupProgram(options: {
  program: URL;
  /** The settings of the server that it needs, by their names in the environment. */
  settings: Record<string, string | undefined>;
}): StartBackup {
  const program = fileURLToPath(options.program);
  // From its sources, it is loaded as the server was.
  const loaders = program.endsWith('.ts') ? process.execArgv : [];
  return (file) => {
    const child = spawn(process.execPath, [...loaders, program, '--scheduled', file], {
      env: childEnvironment(options.settings),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
    let complaint = '';
    child.stderr.on('data', (part: Buffer) => {
      complaint = (complaint + part.toString()).slice(-LONGEST_COMPLAINT);
    });
    const ended = new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        if (code === 0) return resolve();
        const [line = ''] = complaint.trim().split('\n');
        reject(new Error(line === '' ? `Il programma delle copie è finito con ${signal ?? code}` : line));
      });
    });
    return { ended, stop: () => void child.kill('SIGKILL') };
  };
}

/** The program of `npm run backup`: beside the bundle, or its source where the server runs from sources. */
export function backupProgramFile(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('../backup.ts', import.meta.url)
    : new URL('./backup.js', import.meta.url);
}
