import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { counted } from '@semaforo/contract/domain/italian';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useSignalCounts } from '../devices/summary/signal-counts.ts';
import { COLOR_LABELS } from '../lamps/color-labels.ts';
import { ColorMark } from '../lamps/color-mark.tsx';
import { formatDay, formatTimeOfDay } from '../platform/date-format.ts';
import { everySecond } from '../platform/every-second.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import logoStyles from '../ui/logo.module.css';
import { Logo } from '../ui/logo.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './kiosk.module.css';

type KioskHeadProps = {
  /** Undefined until they are read: no number is shown rather than a zero. */
  devices: readonly DeviceStatusRecord[] | undefined;
  comuni: number | undefined;
  /** The name of a browser that only watches, from which nothing leads away. */
  wall: string | undefined;
  linkUp: boolean;
  children: ReactNode;
};

/** Whose wall it is, the counts, what the children say of the sound, and the clock. */
export function KioskHead({ devices, comuni, wall, linkUp, children }: KioskHeadProps) {
  const counts = useSignalCounts(devices, linkUp);
  const signals = devices && counted(devices.length, ['semaforo', 'semafori']);
  return (
    <header className={styles.head}>
      {wall === undefined ? (
        <Link className={logoStyles.brand} to="/dashboard" aria-label="Semaforo, torna alla Dashboard">
          <Logo /> Semaforo
        </Link>
      ) : (
        <p className={logoStyles.brand}>
          <Logo /> <UserText>{wall}</UserText>
        </p>
      )}
      <div className={styles.about}>
        <h1>Sala operativa</h1>
        <p>{comuni === undefined ? signals : `${counted(comuni, ['Comune', 'Comuni'])}, ${signals ?? ''}`}</p>
      </div>
      <dl className={styles.counts} data-stale={!linkUp}>
        {SIGNAL_COLORS.map((color) => (
          <Count key={color} count={counts?.[color]} words={COLOR_LABELS[color]}>
            <ColorMark color={color} />
          </Count>
        ))}
        <Count count={counts?.error} words="In errore" kind="error">
          <Icon name="alert" />
        </Count>
        <Count
          count={counts?.outOfSync}
          words={counts?.outOfSync === 1 ? 'Diverso' : 'Diversi'}
          kind="unequal"
        >
          <Icon name="unequal-square" />
        </Count>
      </dl>
      <div className={styles.sound}>
        {children}
        <Button variant="link" onClick={toggleFullScreen}>
          Schermo intero
        </Button>
      </div>
      <Clock />
    </header>
  );
}

type CountProps = {
  count: number | undefined;
  words: string;
  kind?: 'error' | 'unequal';
  children: ReactNode;
};

function Count({ count, words, kind, children }: CountProps) {
  return (
    <div className={styles.count} data-kind={kind} data-zero={count === 0}>
      {children}
      <dt>{words}</dt>
      <dd>{count ?? '–'}</dd>
    </div>
  );
}

/** The server's time, in Rome. */
function Clock() {
  const time = useSyncExternalStore(everySecond, () => formatTimeOfDay(serverNow()));
  const day = useSyncExternalStore(everySecond, () => formatDay(romeWallTime(serverNow()).date));
  return (
    <p className={styles.clock}>
      <b>{time}</b>
      {day}
    </p>
  );
}

/** A browser that cannot, or will not, leaves the window as it is. */
function toggleFullScreen(): void {
  if (document.fullscreenElement === null)
    document.documentElement.requestFullscreen().catch(() => undefined);
  else document.exitFullscreen().catch(() => undefined);
}
