import { StartupError } from '../platform/startup-error.ts';

/** What a backup or a restore ends with when a person has to do something; the message is one Italian line. */
export class BackupError extends StartupError {}
