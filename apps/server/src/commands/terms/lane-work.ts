import type { CommandLanes } from '../command-lanes.ts';
import type { DeliveryLog } from '../delivery-log.ts';
import type { LaneWork } from './pass-lanes.ts';

/** What the lanes of devices do here, as it is seen by whoever passes them between servers. */
export function laneWork(
  { lanes, log }: { lanes: CommandLanes; log: DeliveryLog },
  more: Pick<LaneWork, 'yieldNow' | 'resume' | 'stored'>,
): LaneWork {
  return {
    ...more,
    listUnderWay: () => lanes.listUnderWay().map(({ device }) => device.id),
    isUnderWay: lanes.isUnderWay,
    letGo: () => {
      lanes.letGo();
      log.forget();
    },
  };
}
