import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { isSignalColor } from '@semaforo/contract/domain/signal-color';
import { Tag } from '../ui/tag.tsx';
import { ColorMark } from './color-mark.tsx';
import styles from './color-tag.module.css';

type ColorTagProps = {
  status: DeviceStatus | null;
  /** solid: confirmed; requested: dashed; hatched: last known. */
  as?: 'solid' | 'requested' | 'hatched';
  small?: boolean;
};

const FILLS: Record<Exclude<DeviceStatus, 'spento'>, string | undefined> = {
  verde: styles.verde,
  giallo: styles.giallo,
  arancio: styles.arancio,
  rosso: styles.rosso,
  acceso: styles.acceso,
};

/** A status in capitals with the mark of its color; '---' when unknown. */
export function ColorTag({ status, as = 'solid', small }: ColorTagProps) {
  if (status === null) return <Tag kind="outlined">---</Tag>;
  const solid = as === 'solid';
  const filled = solid && status !== 'spento';
  return (
    <Tag
      kind={filled ? undefined : solid ? 'outlined' : as}
      className={filled ? `${styles.marked} ${FILLS[status]}` : styles.marked}
      small={small}
    >
      {isSignalColor(status) && <ColorMark color={status} inverse={filled} />}
      {status.toUpperCase()}
    </Tag>
  );
}
