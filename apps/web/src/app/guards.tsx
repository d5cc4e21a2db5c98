import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useAccessToken } from '../api/session.ts';
import { useMustSetUpSecondFactor } from '../api/session-demand.ts';
import { useCurrentUser } from '../users/users.queries.ts';

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

/** The screen, or where to set up a second factor while the server refuses all else. */
function SetUpFirst(): ReactNode {
  const mustSetUp = useMustSetUpSecondFactor();
  const { pathname } = useLocation();
  return mustSetUp && pathname !== SETUP_PATH ? <Navigate to={SETUP_PATH} replace /> : <Outlet />;
}
