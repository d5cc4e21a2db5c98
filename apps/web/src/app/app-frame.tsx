import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useAccessToken } from '../api/session.ts';
import { colorsOpen } from '../commands/colors-open.ts';
import { CommandStrips } from '../commands/command-strips.tsx';
import { STRIP_IN_PAGE } from '../commands/strip-place.ts';
import { DeviceDefs } from '../lamps/lamp-defs.tsx';
import { LinkBanner } from '../live/link-banner.tsx';
import { cutSinceOf, useLinkState } from '../live/link-state.ts';
import { useComuneName } from '../operations/comune-name.ts';
import { PublicLinks } from '../operations/public-links.tsx';
import { attention } from '../platform/attention.ts';
import { useStore } from '../platform/store.ts';
import { ScheduleWarnings } from '../scheduling/schedule-warnings.tsx';
import buttonStyles from '../ui/button.module.css';
import { FramePlaces } from '../ui/frame-places.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { useCurrentUser } from '../users/users.queries.ts';
import styles from './app-frame.module.css';
import { FrameKeys } from './frame-keys.tsx';
import { Navbar } from './navbar.tsx';
import type { ScreenRoute } from './screens.ts';
import { SideMenu } from './side-menu.tsx';
import { SideOverlay } from './side-overlay.tsx';
import { iconOf, titleOf } from './tab-sign.ts';
import { ThemeButton } from './theme-button.tsx';

/** Rarely anything, and the first screen does without it. */
const ExerciseFrame = lazy(async () => ({
  default: (await import('../alerts/exercise-frame.tsx')).ExerciseFrame,
}));

/** For seconds after an alert was ended or refused. */
const UndoDecision = lazy(async () => ({
  default: (await import('../alerts/undo-decision.tsx')).UndoDecision,
}));

/** Only where a Comune wants a second person for rosso. */
const ApprovalLines = lazy(async () => ({
  default: (await import('../commands/approval/approval-lines.tsx')).ApprovalLines,
}));

/** Nothing but after a restored backup. */
const RestoreBanner = lazy(async () => ({
  default: (await import('../operations/restore-banner.tsx')).RestoreBanner,
}));

const BARE_PATHS = ['/', '/login'];

type FrameProps = {
  /** What the screen that is shown wants of the frame. */
  screen: Pick<ScreenRoute, 'title' | 'fullBleed' | 'ownStrip' | 'bare'>;
  children: ReactNode;
};

/** The frame of every screen: nothing at '/' and '/login' or without a token, otherwise navbar, banners and menu. */
export function AppFrame({ screen, children }: FrameProps) {
  const { pathname } = useLocation();
  const loggedIn = useAccessToken() !== null;
  // A wall may not read settings.
  const comune = useComuneName({ enabled: loggedIn && !screen.bare });
  useTabSign(screen.title, comune);
  return (
    <>
      <DeviceDefs />
      {BARE_PATHS.includes(pathname) && <ThemeButton className={`${styles.iconButton} ${styles.corner}`} />}
      {loggedIn && !screen.bare && !BARE_PATHS.includes(pathname) ? (
        <ConsoleFrame screen={screen}>{children}</ConsoleFrame>
      ) : (
        children
      )}
    </>
  );
}

function ConsoleFrame({ screen: { fullBleed = false, ownStrip = false }, children }: FrameProps) {
  // Over the map it is docked in any window: a row above would move the map under a finger.
  const stripInPage = useMediaQuery(STRIP_IN_PAGE) && !fullBleed;
  const wide = useMediaQuery('(min-width: 992px)');
  const [folded, setFolded] = useState(false);
  const [overlayOpen, setOverlayOpen] = useState(false);
  const [dock, setDock] = useState<HTMLElement | null>(null);
  const [lines, setLines] = useState<HTMLElement | null>(null);
  const places = useMemo(() => ({ lines, dock }), [lines, dock]);
  const link = useLinkState();
  const beside = wide && !fullBleed;
  const menuBeside = beside && !folded;

  return (
    <>
      <a className={`${buttonStyles.button} ${styles.skip}`} href="#content">
        Vai al contenuto
      </a>
      <Navbar
        menuOpen={beside ? !folded : overlayOpen}
        onMenu={() => (beside ? setFolded(!folded) : setOverlayOpen(true))}
      />
      <FrameKeys />
      <ScheduleBanners />
      <Suspense>
        <RestoreBanner />
        <UndoDecision />
      </Suspense>
      <div className={menuBeside ? `${styles.layout} ${styles.withMenu}` : styles.layout}>
        {menuBeside && <SideMenu />}
        {!beside && overlayOpen && <SideOverlay onClose={() => setOverlayOpen(false)} />}
        <main
          className={fullBleed ? `${styles.main} ${styles.fullBleed}` : styles.main}
          id="content"
          tabIndex={-1}
        >
          <div className={styles.lines}>
            <Suspense>
              <ApprovalLines blocked={!link.up} />
              <ExerciseFrame blocked={!link.up} />
            </Suspense>
            <LinkBanner />
            <div ref={setLines} />
          </div>
          {stripInPage && !ownStrip && (
            <div className={styles.strips}>
              <FrameStrips />
            </div>
          )}
          <FramePlaces value={places}>{children}</FramePlaces>
        </main>
        {!fullBleed && (
          <footer className={styles.foot}>
            <PublicLinks />
          </footer>
        )}
      </div>
      {!stripInPage && (
        <div className={styles.dock}>
          <div className={styles.dockedStrips}>
            <FrameStrips />
          </div>
          <div ref={setDock} className={styles.dockedBar} />
        </div>
      )}
    </>
  );
}

/** The banners about schedules that did not go as planned, until this user dismisses them. */
function ScheduleBanners() {
  const user = useCurrentUser().data;
  return (
    user && <ScheduleWarnings userId={user.id} link={<Link to="/scheduled">Vedi le pianificazioni</Link>} />
  );
}

/** The strip of the last command on the screens that have no place of their own for it. */
function FrameStrips() {
  const link = useLinkState();
  const username = useCurrentUser().data?.username;
  const navigate = useNavigate();
  return (
    <CommandStrips
      cutSince={cutSinceOf(link)}
      blocked={!link.up}
      username={username}
      onSetAgain={() => {
        colorsOpen.set(true);
        void navigate('/dashboard');
      }}
    />
  );
}

/** Sets the document's title and icon. */
function useTabSign(title: string, comune: string | undefined): void {
  const problems = useStore(attention);

  useEffect(() => {
    document.title = titleOf(title, { ...(comune !== undefined && { comune }), problems });
  }, [title, comune, problems]);

  useEffect(() => {
    document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', iconOf(problems));
  }, [problems]);
}
