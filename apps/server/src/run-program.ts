import './platform/sure-exit.ts';
import { StartupError } from './platform/startup-error.ts';

/** Runs a program of one task: what a person can mend is one line on standard error, and the exit code is 1. */
export async function runProgram(work: () => Promise<void>): Promise<void> {
  // What it makes is for its owner alone.
  process.umask(0o077);
  try {
    await work();
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error);
    process.exitCode = 1;
  }
}
