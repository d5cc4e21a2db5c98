import { SchedulesView } from '../schedules/schedules-view.tsx';

/** The active and the ended schedules. */
export function ScheduledScreen() {
  return <SchedulesView title="Pianificazioni Attive" />;
}
