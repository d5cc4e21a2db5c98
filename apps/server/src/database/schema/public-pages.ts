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
