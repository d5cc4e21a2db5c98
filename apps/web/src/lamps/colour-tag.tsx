import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { isSignalColour } from '@semaforo/contract/domain/signal-colour';
import { Tag } from '../ui/tag.tsx';
import { ColourMark } from './colour-mark.tsx';
import styles from './colour-tag.module.css';

type ColourTagProps = {
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

/** A status in capitals with the mark of its colour; '---' when unknown. */
export function ColourTag({ status, as = 'solid', small }: ColourTagProps) {
  if (status === null) return <Tag kind="outlined">---</Tag>;
  const solid = as === 'solid';
  const filled = solid && status !== 'spento';
  return (
    <Tag
      kind={filled ? undefined : solid ? 'outlined' : as}
      className={filled ? `${styles.marked} ${FILLS[status]}` : styles.marked}
      small={small}
    >
      {isSignalColour(status) && <ColourMark colour={status} inverse={filled} />}
      {status.toUpperCase()}
    </Tag>
  );
}
