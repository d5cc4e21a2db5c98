import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './pill.module.css';

export type PillKind = 'ok' | 'wait' | 'stale' | 'off' | 'err' | 'unknown';

const ICONS: Record<PillKind, IconName> = {
  ok: 'check',
  wait: 'hourglass',
  stale: 'clock',
  off: 'minus',
  err: 'close',
  unknown: 'unknown',
};

/** A status in icon and word: never colour alone. */
export function Pill({ kind, children }: { kind: PillKind; children: ReactNode }) {
  return (
    <span className={styles.pill} data-kind={kind}>
      <Icon name={ICONS[kind]} small />
      {children}
    </span>
  );
}
