import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { ExerciseFrame } from '../alerts/exercise-frame.tsx';
import { KioskCommand } from '../commands/kiosk-command.tsx';
import { KioskProblemList } from '../devices/kiosk/kiosk-problem-list.tsx';
import { newestProblems, REPORTS_WITHIN_MS, soundingProblems } from '../devices/kiosk/kiosk-problems.ts';
import { KioskTiles } from '../devices/kiosk/kiosk-tiles.tsx';
import { DeviceLoadFailure } from '../devices/list/device-load-failure.tsx';
import { useDevicesOfType } from '../devices/list/use-devices-of-type.ts';
import { useOwners } from '../devices/list/use-owners.ts';
import { LinkBanner } from '../live/link-banner.tsx';
import { cutSinceOf, useLinkState } from '../live/link-state.ts';
import { attention } from '../platform/attention.ts';
import { everySecond } from '../platform/every-second.ts';
import { useIsBefore } from '../platform/is-before.ts';
import { logFailure } from '../platform/log.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { BecomeKioskQuestion } from '../users/kiosks/become-kiosk-question.tsx';
import { useCurrentUser } from '../users/users.queries.ts';
import styles from './kiosk.module.css';
import { KioskHead } from './kiosk-head.tsx';
import { SituationLine } from './situation-line.tsx';
import { useKioskSound } from './use-kiosk-sound.ts';

/** 'Sala operativa': what a wall shows for weeks. It watches only; nothing is commanded here. */
export function KioskScreen() {
  const { devices, failed, readAgain } = useDevicesOfType('semaforo');
  const link = useLinkState();
  const user = useCurrentUser().data;
  const isAdmin = user?.role === 'admin';
  const owners = useOwners(isAdmin);
  const isEarly = useIsBefore(link.up && link.since !== null ? link.since + REPORTS_WITHIN_MS : Infinity);
  const staleToo = link.up && !isEarly;
  const problems = useMemo(
    () => devices && newestProblems(devices, { linkUp: link.up, staleToo }),
    [devices, link.up, staleToo],
  );
  const comuni = owners && new Set([...owners.values()].map(({ id }) => id)).size;
  // A device that is slow to speak after an outage is told in silence.
  const sound = useKioskSound(
    useMemo(() => devices && soundingProblems(devices, link.up), [devices, link.up]),
  );
  useWakeLock();
  useAttention(problems?.length ?? 0);
  return (
    <div className={styles.wall} data-theme="dark">
      <BecomeKioskQuestion />
      <KioskHead devices={devices} comuni={comuni} wall={user?.wall} linkUp={link.up}>
        <KioskSound sound={sound} />
      </KioskHead>
      <div className={styles.middle}>
        <div className={styles.band}>
          <ExerciseFrame blocked={!link.up} watched />
          <LinkBanner />
          <SituationLine link={link} />
        </div>
        <KioskCommand cutSince={cutSinceOf(link)} />
      </div>
      {failed && (
        <DeviceLoadFailure onRetry={readAgain}>Lo stato dei semafori non è stato letto.</DeviceLoadFailure>
      )}
      {devices && problems && (
        <main className={styles.main} id="content" tabIndex={-1}>
          {problems.length > 0 && <KioskProblemList problems={problems} owners={owners} linkUp={link.up} />}
          <KioskTiles devices={devices} linkUp={link.up} />
        </main>
      )}
    </div>
  );
}

/** The tab of the browser tells of the problems while the wall is open. */
function useAttention(problems: number): void {
  useEffect(() => {
    attention.set(problems);
  }, [problems]);
  useEffect(() => () => attention.set(0), []);
}

/** Keeps the screen on while the page is seen, where the browser can. A lock ends when the page is hidden. */
function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let left = false;
    const take = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (left) await lock.release();
      } catch (error) {
        logFailure('Schermo non tenuto acceso', error);
      }
    };
    const onVisible = () => void take();
    void take();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
}

/** Whether a new problem sounds, and how to silence it. */
function KioskSound({ sound }: { sound: ReturnType<typeof useKioskSound> }) {
  const { on, silentFor, silence, toggle, allow, isAllowed } = sound;
  const allowed = useSyncExternalStore(everySecond, () => !on || isAllowed());
  return (
    <>
      <Button variant="link" aria-pressed={on} onClick={toggle}>
        <Icon name={on && silentFor === null ? 'sound-on' : 'sound-off'} small />{' '}
        {on ? 'Suono attivo' : 'Suono spento'}
      </Button>
      {on && (
        <Button variant="link" onClick={silence}>
          {silentFor === null ? 'Silenzia 10 min: tasto S' : `Silenzio ancora ${silentFor}: tasto S`}
        </Button>
      )}
      {!allowed && (
        <Button variant="link" onClick={allow}>
          Il browser tiene muta la pagina: premi qui
        </Button>
      )}
    </>
  );
}
