import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
} from 'react';
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router';
import { useAccessToken } from '../api/session.ts';
import { useMustSetUpSecondFactor } from '../api/session-demand.ts';
import { logFailure } from '../platform/log.ts';
import { NotFoundScreen } from '../screens/not-found.screen.tsx';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import { useCurrentUser } from '../users/users.queries.ts';
import { AppFrame } from './app-frame.tsx';
import { SCREENS, type ScreenRoute } from './screens.ts';

/** All that a wall shows. */
const KIOSK_PATH = '/sala';

/** Where a second factor is set up. */
const SETUP_PATH = '/user';

const GUARDS = { public: PublicScreen, 'logged-in': LoggedInGuard, admin: AdminGuard };

/** One component for each way to load a screen: two would each load it, and forget what is typed in the other. */
const components = new Map<ScreenRoute['load'], ComponentType>();

/** Every screen behind its guard, in the frame, loaded when first visited. */
export function AppRoutes({ screens = SCREENS }: { screens: readonly ScreenRoute[] | undefined }) {
  const { pathname } = useLocation();
  const arrivedAt = useRef(pathname);
  const shown = screens.find(({ path }) => matchPath(path, pathname) !== null);
  return (
    <AppFrame screen={shown ?? { title: 'Pagina non trovata' }}>
      {/* Around what is new for each screen, so that the last one stays until the next is loaded. */}
      <Suspense>
        <PageFailure key={shown?.path}>
          <Routes>
            {screens.map(({ path, access, load }) => {
              const Guard = GUARDS[access];
              const Screen = componentOf(load);
              return (
                <Route
                  key={path}
                  path={path}
                  element={
                    <Guard>
                      <Screen />
                    </Guard>
                  }
                />
              );
            })}
            <Route path="*" element={<NotFoundScreen />} />
          </Routes>
          <Arrival at={arrivedAt} />
        </PageFailure>
      </Suspense>
    </AppFrame>
  );
}

/**
 * After a change of screen moves the focus to its h1, where the keyboard and screen readers then start. Beside the
 * screen: what is still loading has no effects yet.
 */
function Arrival({ at }: { at: RefObject<string> }) {
  const { pathname } = useLocation();
  useEffect(() => {
    if (at.current === pathname) return;
    at.current = pathname;
    const heading = document.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, [at, pathname]);
  return null;
}

function componentOf(load: ScreenRoute['load']): ComponentType {
  const known = components.get(load);
  if (known) return known;
  const Screen = lazy(async () => ({ default: await load() }));
  components.set(load, Screen);
  return Screen;
}

/** Shows what to do in place of a screen that failed to load or to render. */
class PageFailure extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    logFailure('Pagina non mostrata', error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
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
}

type GuardProps = { children: ReactNode };

function PublicScreen({ children }: GuardProps) {
  return children;
}

/** Lets users with a stored token pass; sends others to the log-in page. */
function LoggedInGuard({ children }: GuardProps) {
  return useAccessToken() !== null ? <SetUpFirst>{children}</SetUpFirst> : <Navigate to="/login" replace />;
}

/** Lets admins pass. Nothing is shown until the server has said who the user is; a failed call counts as not admin. */
function AdminGuard({ children }: GuardProps) {
  const loggedIn = useAccessToken() !== null;
  const user = useCurrentUser();
  if (!loggedIn) return <Navigate to="/login" replace />;
  if (user.isPending) return null;
  return user.data?.role === 'admin' ? (
    <SetUpFirst>{children}</SetUpFirst>
  ) : (
    <Navigate to="/dashboard" replace />
  );
}

/** The screen, or the only one to which the server answers: of a wall, or to set up a second factor. */
function SetUpFirst({ children }: GuardProps): ReactNode {
  const mustSetUp = useMustSetUpSecondFactor();
  const isKiosk = useCurrentUser().data?.wall !== undefined;
  const { pathname } = useLocation();
  if (isKiosk && pathname !== KIOSK_PATH) return <Navigate to={KIOSK_PATH} replace />;
  return mustSetUp && pathname !== SETUP_PATH ? <Navigate to={SETUP_PATH} replace /> : children;
}
