import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './pill.module.css';

export type PillKind = 'ok' | 'wait' | 'stale' | 'off' | 'err' | 'unknown' | 'unequal';

const ICONS: Record<PillKind, IconName> = {
  ok: 'check',
  wait: 'hourglass',
  stale: 'clock',
  off: 'minus',
  err: 'close',
  unknown: 'unknown',
  unequal: 'unequal',
};

type PillProps = {
  kind: PillKind;
  /** Another sign than that of the kind. */
  icon?: IconName;
  children: ReactNode;
};

/** A status in icon and word: never color alone. */
export function Pill({ kind, icon = ICONS[kind], children }: PillProps) {
  return (
    <span className={styles.pill} data-kind={kind}>
      <Icon name={icon} small />
      {children}
    </span>
  );
}
