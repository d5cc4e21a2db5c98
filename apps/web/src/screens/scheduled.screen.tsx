import { ColourTag } from '../lamps/colour-tag.tsx';
import type { DrawStatus } from '../schedules/schedule-table.tsx';
import { SchedulesView } from '../schedules/schedules-view.tsx';

// Dashed: asked for. Only a device's word makes a colour solid.
const drawStatus: DrawStatus = (status) => <ColourTag status={status} as="requested" small />;

/** The schedules, to come and ended. */
export function ScheduledScreen() {
  return <SchedulesView title="Pianificazioni Attive" drawStatus={drawStatus} />;
}
