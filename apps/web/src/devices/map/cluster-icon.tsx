import { counted } from '@semaforo/contract/domain/italian';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { ColorMark } from '../../lamps/color-mark.tsx';
import { ErrorBadge, OutOfSyncBadge } from '../../lamps/state-badges.tsx';
import styles from './cluster-icon.module.css';
import mapIconStyles from './map-icon.module.css';

const MEDIUM_FROM = 10;
const LARGE_FROM = 100;

type ClusterIconProps = {
  count: number;
  gravest: SignalColor | null;
  errors: number;
  outOfSync: number;
};

/**
 * Many devices as one disc with one, two or three rings by their number, the mark of the gravest confirmed color, a
 * triangle when one is in error, and a square when one differs from its command.
 */
export function ClusterIcon({ count, gravest, errors, outOfSync }: ClusterIconProps) {
  const size = sizeOf(count);
  return (
    <div className={styles.cluster} data-cluster={size}>
      <svg className={mapIconStyles.mapIcon} viewBox="0 0 40 40" aria-hidden="true">
        {size === 'large' && <circle className={styles.ring} cx="20" cy="20" r="19.3" />}
        {size !== 'small' && (
          <circle className={styles.ring} cx="20" cy="20" r={size === 'large' ? 16.8 : 18} />
        )}
        <circle className={styles.disc} cx="20" cy="20" r={DISC_RADIUS[size]} />
        <text className={styles.count} x="20" y="25">
          {shortCount(count)}
        </text>
        {errors > 0 && <ErrorBadge transform="translate(34 33) scale(.85)" />}
        {outOfSync > 0 && <OutOfSyncBadge transform="translate(6 33) scale(.8)" />}
      </svg>
      {gravest !== null && <ColorMark color={gravest} />}
    </div>
  );
}

/** A cluster in words: '46 dispositivi, il più grave rosso, 1 in errore, 2 diversi dal comando'. */
export function clusterName({ count, gravest, errors, outOfSync }: ClusterIconProps): string {
  const parts = [`${count} dispositivi`];
  if (gravest !== null) parts.push(`il più grave ${gravest}`);
  if (errors > 0) parts.push(`${errors} in errore`);
  if (outOfSync > 0) parts.push(counted(outOfSync, ['diverso dal comando', 'diversi dal comando']));
  return parts.join(', ');
}

const DISC_RADIUS = { small: 16.5, medium: 15.5, large: 14.5 };

function sizeOf(count: number): keyof typeof DISC_RADIUS {
  if (count < MEDIUM_FROM) return 'small';
  return count < LARGE_FROM ? 'medium' : 'large';
}

/** Thousands as '1,2k' or '80k': the disc has room for four characters. */
function shortCount(count: number): string {
  if (count < 1_000) return String(count);
  const thousands = count / 1_000;
  const digits = { maximumFractionDigits: thousands < 9.95 ? 1 : 0 };
  return `${thousands.toLocaleString(LOCALE, digits)}k`;
}
