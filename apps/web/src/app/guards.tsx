import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAccessToken } from '../api/session.ts';
import { useMustSetUpSecondFactor } from '../api/session-demand.ts';
import { useCurrentUser } from '../users/users.queries.ts';

/** All that a wall shows. */
const WALL_PATH = '/sala';

/** Where a second factor is set up. */
const SETUP_PATH = '/user';

/** Lets users with a stored token pass; sends others to the log-in page. */
export function LoggedInGuard() {
  return useAccessToken() !== null ? <SetUpFirst /> : <Navigate to="/login" replace />;
}

/** Lets admins pass. Nothing is shown until the server has said who the user is; a failed call counts as not admin. */
export function AdminGuard() {
  const loggedIn = useAccessToken() !== null;
  const user = useCurrentUser();
  if (!loggedIn) return <Navigate to="/login" replace />;
  if (user.isPending) return null;
  return user.data?.role === 'admin' ? <SetUpFirst /> : <Navigate to="/dashboard" replace />;
}

/** The screen, or the only one to which the server answers: of a wall, or to set up a second factor. */
function SetUpFirst(): ReactNode {
  const mustSetUp = useMustSetUpSecondFactor();
  const isWall = useCurrentUser().data?.wall !== undefined;
  const { pathname } = useLocation();
  if (isWall && pathname !== WALL_PATH) return <Navigate to={WALL_PATH} replace />;
  return mustSetUp && pathname !== SETUP_PATH ? <Navigate to={SETUP_PATH} replace /> : <Outlet />;
}
