import type { CommandLanes } from './command-lanes.ts';
import type { DeliveriesRepository } from './deliveries.repository.ts';

/**
 * Ends what is under way here for devices that another server has commanded since: the last accepted command wins
 * there, too. The order is that of the ids in the database. Costs nothing while nothing is under way.
 */
export function createYieldToNewer({
  repository,
  lanes,
}: {
  repository: Pick<DeliveriesRepository, 'listOutdated'>;
  lanes: Pick<CommandLanes, 'listUnderWay' | 'supersede'>;
}): () => Promise<void> {
  return async () => {
    const underWay = lanes.listUnderWay();
    const outdated = await repository.listOutdated(underWay.map(({ id }) => id));
    for (const delivery of underWay) if (outdated.has(delivery.id)) lanes.supersede(delivery);
  };
}
