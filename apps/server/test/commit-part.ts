import { type DeliveryChange, saveDeliveryChanges } from '../src/commands/save-delivery-changes.ts';
import type { OpenDatabase } from '../src/database/engine.ts';
import type { GroupCommit } from '../src/database/group-commit.ts';
import type { StoredState } from '../src/devices/device-states.repository.ts';
import { saveStates } from '../src/devices/device-states.repository.ts';

/** For tests that look at nothing stored. */
export const NEVER_COMMITS: GroupCommit = {
  join: () => {},
  request: () => {},
  stored: () => Promise.resolve(),
  flush: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

/** Stores states as a group commit does. */
export function storeStates({ db }: Pick<OpenDatabase, 'db'>, states: readonly StoredState[]): Promise<void> {
  return db.transaction().execute((transaction) =>
    saveStates(
      transaction,
      states.map((state) => ({ ...state, desiredChanged: true, errorReported: true, lampsReported: true })),
    ),
  );
}

/** Stores changes of deliveries as a group commit does. */
export function storeChanges(
  { db }: Pick<OpenDatabase, 'db'>,
  changes: readonly (Omit<DeliveryChange, 'shown'> & Partial<DeliveryChange>)[],
): ReturnType<typeof saveDeliveryChanges> {
  return db.transaction().execute((transaction) =>
    saveDeliveryChanges(
      transaction,
      changes.map((change) => ({ shown: null, ...change })),
    ),
  );
}
