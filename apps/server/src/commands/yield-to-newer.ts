import type { CommandLanes } from './command-lanes.ts';
import type { NewerElsewhereRepository } from './newer-elsewhere.repository.ts';

const DELIVERIES_AT_ONCE = 1000;

/**
 * Ends what is under way here for devices that another server has commanded since: there, too, the last accepted command wins. The order is
 * that of the ids in the database. Asked again it costs nothing while nothing is under way.
 */
export function createYieldToNewer({
  repository,
  lanes,
}: {
  repository: NewerElsewhereRepository;
  lanes: Pick<CommandLanes, 'listUnderWay' | 'supersede'>;
}): () => Promise<void> {
  return async () => {
    const underWay = lanes.listUnderWay();
    for (let start = 0; start < underWay.length; start += DELIVERIES_AT_ONCE) {
      const some = underWay.slice(start, start + DELIVERIES_AT_ONCE);
      const outdated = await repository.listOutdated(some.map(({ id }) => id));
      for (const delivery of some) if (outdated.has(delivery.id)) lanes.supersede(delivery);
    }
  };
}
