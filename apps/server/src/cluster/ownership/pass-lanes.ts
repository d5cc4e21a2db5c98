import type { OwnedWork } from '../cluster.port.ts';
import type { HeldLanes } from './held-lanes.ts';
import type { LanesRepository, Taken } from './lanes.repository.ts';

/** Passes lanes from the server that has them to the one with the newer command. */
export function createPassLanes(options: {
  repository: Pick<LanesRepository, 'take' | 'give' | 'listWanted'>;
  held: HeldLanes;
  term: () => number | undefined;
  serverId: string;
  work: () => OwnedWork;
  /** Resolves to true once the broker has ended what came of another server. */
  evict: (serverId: string) => Promise<boolean>;
  /** Asks the other servers to look at their lanes. It is a hint: each looks now and then. */
  publish: () => void;
  taken: () => void;
}) {
  const { repository, held, serverId, work } = options;

  /** What another server may still have on its way: unless the broker ends that, the lane stays free. */
  const giveBackDoubtful = async (term: number, leftBy: Taken['leftBy']): Promise<Set<number>> => {
    const refused = new Set<number>();
    for (const [former, deviceIds] of leftBy) {
      if (former === serverId || (await options.evict(former))) continue;
      for (const id of deviceIds) refused.add(id);
      await repository.give(term, deviceIds, former);
    }
    return refused;
  };

  return {
    /** Gives what others want, once nothing of this server is on its way there and what became of it is stored. */
    give: async () => {
      const term = options.term();
      if (term === undefined) return;
      const wanted = (await repository.listWanted(term)).filter((id) => !held.isLeaving(id));
      if (wanted.length === 0) return;
      await work().yieldNow();
      // What is still under way is the newest: then whoever wants the lane has to give way.
      const giving = wanted.filter((id) => !work().isUnderWay(id));
      try {
        await Promise.all(giving.map(held.leave));
        await work().stored();
        const doubtful = giving.filter(held.isDoubtful);
        await repository.give(term, doubtful, serverId);
        const sure = giving.filter((id) => !doubtful.includes(id));
        await repository.give(term, sure, null);
      } finally {
        giving.forEach(held.left);
      }
      if (giving.length > 0) options.publish();
    },
    /** Takes what waits here for a lane that is free. */
    take: async () => {
      const term = options.term();
      const waiting = work()
        .listUnderWay()
        .filter((id) => !held.has(id) && !held.isLeaving(id));
      if (term === undefined || waiting.length === 0) return;
      const { own, foreign, leftBy } = await repository.take(term, waiting);
      const refused = await giveBackDoubtful(term, leftBy);
      // A newer command may have been accepted elsewhere; from the taking on it would wait for this one.
      await work().yieldNow();
      held.add(own.filter((id) => !refused.has(id)));
      if (own.length > refused.size) options.taken();
      if (foreign.length > 0) options.publish();
    },
  };
}
