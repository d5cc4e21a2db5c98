import { PlansView } from '../plans/plans-view.tsx';
import { SchedulesView } from '../schedules/schedules-view.tsx';

/** The active and the ended schedules, and beside them what recurs. */
export function ScheduledScreen() {
  return (
    <>
      <SchedulesView title="Pianificazioni Attive" />
      <PlansView />
    </>
  );
}
