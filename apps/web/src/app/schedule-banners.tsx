import { Link } from 'react-router';
import { ScheduleWarnings } from '../schedules/schedule-warnings.tsx';
import { useCurrentUser } from '../users/use-current-user.ts';

/** What went otherwise than planned, until this user dismisses it. */
export function ScheduleBanners() {
  const user = useCurrentUser().data;
  return (
    user && <ScheduleWarnings userId={user.id} link={<Link to="/scheduled">Vedi le pianificazioni</Link>} />
  );
}
