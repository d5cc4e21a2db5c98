import { SchedulesView } from '../schedules/schedules-view.tsx';

/** The schedules, to come and ended. */
export function ScheduledScreen() {
  return <SchedulesView title="Pianificazioni Attive" />;
}
