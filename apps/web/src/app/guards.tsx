import { Navigate, Outlet } from 'react-router';
import { useAccessToken } from '../api/session.ts';
import { useCurrentUser } from '../users/users.queries.ts';

/** Lets users with a stored token pass; sends others to the log-in page. */
export function LoggedInGuard() {
  return useAccessToken() !== null ? <Outlet /> : <Navigate to="/login" replace />;
}

/** Lets admins pass. Nothing is shown until the server has said who the user is; a failed call counts as not admin. */
export function AdminGuard() {
  const loggedIn = useAccessToken() !== null;
  const user = useCurrentUser();
  if (!loggedIn) return <Navigate to="/login" replace />;
  if (user.isPending) return null;
  return user.data?.role === 'admin' ? <Outlet /> : <Navigate to="/dashboard" replace />;
}
