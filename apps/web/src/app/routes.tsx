import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Navigate, Outlet, type RouteObject, useLocation, useRouteError } from 'react-router';
import { useAccessToken } from '../api/session.ts';
import { useMustSetUpSecondFactor } from '../api/session-demand.ts';
import { logFailure } from '../platform/log.ts';
import { NotFoundScreen } from '../screens/not-found.screen.tsx';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import { useCurrentUser } from '../users/users.queries.ts';
import { AppFrame } from './app-frame.tsx';
import type { ScreenHandle } from './screen-handle.ts';
import { SCREENS, type ScreenRoute } from './screens.ts';

/** All that a wall shows. */
const KIOSK_PATH = '/sala';

/** Where a second factor is set up. */
const SETUP_PATH = '/user';

const GUARDS = { 'logged-in': LoggedInGuard, admin: AdminGuard };

/** The routes of the whole app: each screen behind its guard, in the frame, loaded when first visited. */
export function createRoutes(screens: readonly ScreenRoute[] = SCREENS): RouteObject[] {
  return [
    {
      Component: AppFrame,
      ErrorBoundary: RouteFailure,
      HydrateFallback: () => null,
      children: [
        ...screens.map(screenRoute),
        {
          path: '*',
          Component: NotFoundScreen,
          handle: { title: 'Pagina non trovata' } satisfies ScreenHandle,
        },
      ],
    },
  ];
}

function screenRoute({
  path,
  title,
  access,
  fullBleed = false,
  ownStrip = false,
  bare = false,
  load,
}: ScreenRoute): RouteObject {
  const handle: ScreenHandle = { title, fullBleed, ownStrip, bare };
  // A rejected `lazy` would render nothing at all.
  const lazy = async () => ({ Component: await load().catch(failedScreen) });
  if (access === 'public') return { path, handle, lazy };
  return { Component: GUARDS[access], children: [{ path, handle, lazy, ErrorBoundary: RouteFailure }] };
}

/** Shown instead of a screen whose code did not load. */
function failedScreen(error: unknown): ComponentType {
  return () => <PageFailure error={error} />;
}

function RouteFailure() {
  return <PageFailure error={useRouteError()} />;
}

/** Shown instead of a screen that failed to load or to render. */
function PageFailure({ error }: { error: unknown }) {
  useEffect(() => logFailure('Pagina non mostrata', error), [error]);
  return (
    <Panel>
      <div className={layoutStyles.stack}>
        <h1>Questa pagina non si è aperta</h1>
        <p>I segnali restano come sono: ricarica la pagina per vederne lo stato.</p>
        <p>
          <Button onClick={() => location.reload()}>Ricarica</Button>
        </p>
      </div>
    </Panel>
  );
}

/** Lets users with a stored token pass; sends others to the log-in page. */
function LoggedInGuard() {
  return useAccessToken() !== null ? <SetUpFirst /> : <Navigate to="/login" replace />;
}

/** Lets admins pass. Nothing is shown until the server has said who the user is; a failed call counts as not admin. */
function AdminGuard() {
  const loggedIn = useAccessToken() !== null;
  const user = useCurrentUser();
  if (!loggedIn) return <Navigate to="/login" replace />;
  if (user.isPending) return null;
  return user.data?.role === 'admin' ? <SetUpFirst /> : <Navigate to="/dashboard" replace />;
}

/** The screen, or the only one to which the server answers: of a wall, or to set up a second factor. */
function SetUpFirst(): ReactNode {
  const mustSetUp = useMustSetUpSecondFactor();
  const isKiosk = useCurrentUser().data?.wall !== undefined;
  const { pathname } = useLocation();
  if (isKiosk && pathname !== KIOSK_PATH) return <Navigate to={KIOSK_PATH} replace />;
  return mustSetUp && pathname !== SETUP_PATH ? <Navigate to={SETUP_PATH} replace /> : <Outlet />;
}
