import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { DesiredSource } from '@semaforo/contract/domain/desired';

/** A signal as the bot reads it. */
export type SignalView = {
  id: number;
  name: string | null;
  label: string;
  status: DeviceStatus | null;
  /** What it shows in words, every lit lamp by name; null: never heard. */
  words: string | null;
  /** When it last reported a lamp (epoch ms); null: never. */
  updatedAt: number | null;
  error: boolean;
  /** Why it is in error, in Italian. */
  errorReason: string | null;
  /** True when the status is only the last known one. */
  stale: boolean;
  /** True when it misses the rhythm at which it used to speak. */
  silent: boolean;
  /** The status that was commanded and is not confirmed yet. */
  pending: DeviceStatus | null;
  /** What it should show, since when (epoch ms) and why; null when it was never commanded. */
  desired: { value: DeviceStatus; since: number; source: DesiredSource } | null;
  /** True when it reports something else and no command is under way. */
  outOfSync: boolean;
  /** True while a lamp test has it. */
  testing: boolean;
  /** True while people work on it. */
  inMaintenance: boolean;
};
