import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { SignalLens } from './signal-lens.tsx';
import { ErrorBadge, MaintenanceBadge, OutOfSyncBadge, StaleBadge } from './state-badges.tsx';
import styles from './traffic-light.module.css';
import type { ViewState } from './view-state.ts';

const FROM_TOP = SIGNAL_COLORS.toReversed();
const LAMP_STEP = 31;

type TrafficLightProps = {
  view?: ViewState;
  /** What was pressed for the signal and is not accepted yet. */
  sending?: DeviceStatus | null;
  /** On its side, rosso at the left: for a row. */
  lying?: boolean;
};

/**
 * A signal with four lamps, each drawn by its own word. Without a view it is a picture with all lamps off.
 */
export function TrafficLight({ view, sending = null, lying = false }: TrafficLightProps) {
  return (
    <svg
      className={styles.light}
      data-kind={view?.kind}
      data-out-of-sync={view?.outOfSync}
      viewBox={lying ? '0 0 138 48' : '0 0 64 136'}
      role="img"
      aria-label={view?.name ?? 'Segnale a quattro lampade, tutte spente'}
    >
      {lying ? (
        <rect className={styles.housing} x="1.5" y="1" width="130" height="46" rx="13" />
      ) : (
        <>
          <rect x="22" y="128" width="12" height="8" fill="#45576a" />
          <rect className={styles.housing} x="5" y="1.5" width="46" height="130" rx="13" />
        </>
      )}
      {FROM_TOP.map((color, index) => (
        <g
          key={color}
          transform={
            lying ? `translate(${20 + index * LAMP_STEP} 24)` : `translate(28 ${20 + index * LAMP_STEP})`
          }
        >
          <SignalLens
            color={color}
            lens={view?.lenses[color] ?? (view ? 'unknown' : 'dark')}
            requested={(sending ?? view?.requested) === color}
          />
        </g>
      ))}
      {view && (
        <g transform={lying ? 'translate(75 0)' : undefined}>
          <Badge view={view} />
        </g>
      )}
    </svg>
  );
}

/** One badge at a corner, outside of the lamps: the gravest. */
function Badge({ view: { kind, outOfSync, maintenance } }: { view: ViewState }) {
  if (maintenance) return <MaintenanceBadge transform="translate(52.5 10.5)" />;
  if (kind === 'error') return <ErrorBadge transform="translate(52 11)" />;
  if (outOfSync) return <OutOfSyncBadge transform="translate(52.5 10.5)" />;
  return kind === 'stale' || kind === 'silent' ? <StaleBadge transform="translate(52 10.5)" /> : null;
}
