import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { Generated } from 'kysely';

/** What the public page of a Comune said from then on (epoch ms); `color` null: not known. */
export type PublicChangesTable = {
  id: Generated<number>;
  user_id: number;
  at: number;
  color: SignalColor | null;
  showing: number;
  total: number;
};

/** A browser that is told when the signals of a Comune show a color, or no longer do. */
export type PublicSubscribersTable = {
  id: Generated<number>;
  user_id: number;
  /** SHA-256 (base64url) of its address: the address itself is sealed. */
  endpoint_hash: string;
  /** Its address and keys as JSON, sealed. */
  sealed: string;
  /** From which color on it is told. */
  from_color: SignalColor;
  /** Epoch milliseconds. */
  added_at: number;
};
