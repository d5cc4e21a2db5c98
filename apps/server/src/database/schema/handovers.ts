import type { Generated } from 'kysely';

/** What one shift tells the next, until somebody takes it. */
export type HandoversTable = {
  id: Generated<number>;
  owner_id: number;
  text: string;
  author: string;
  written_at: number;
};
