import {
  ErrorBadge,
  MaintenanceBadge,
  OutOfSyncBadge,
  PendingBadge,
  StaleBadge,
} from '../../lamps/state-badges.tsx';
import type { ViewState } from '../../lamps/view-state.ts';
import styles from './map-icon.module.css';

const GLASS = 'M11.5 12.5h17L26.5 33h-13z';

/** A lantern drawn small for the map: rays mean on, a cross means off, one stroke burnt. */
export function LanternMapIcon({ view }: { view: ViewState }) {
  const { kind, shown, requested, outOfSync, maintenance } = view;
  const lens = view.lenses.acceso;
  const isOld = kind === 'stale' || kind === 'silent';
  const glows = lens === 'lit';
  const hatched = lens === 'last-known' || lens === 'dark-last-known';
  return (
    <svg
      className={styles.mapIcon}
      data-kind={kind}
      data-maintenance={maintenance}
      viewBox="0 0 40 40"
      aria-hidden="true"
    >
      <path className={styles.halo} d="M20 3 30 10.5v2H10v-2z" />
      <path className={styles.halo} d={GLASS} />
      <path d="M20 3 30 10.5v2H10v-2z" fill="#17212b" />
      <path
        d={GLASS}
        fill={glows ? '#ffc93d' : hatched ? 'url(#hatched-glass)' : '#3a4754'}
        stroke="#17212b"
        strokeWidth="2.2"
        strokeLinejoin="round"
      />
      <path d="M11 33h18l1.5 4h-21z" fill="#17212b" />
      {glows && <Light />}
      {lens === 'dark' && (
        <path d="M15 17.5l10 10M25 17.5l-10 10" stroke="#c3ced9" strokeWidth="1.8" strokeLinecap="round" />
      )}
      {lens === 'burnt' && (
        <path data-lens="burnt" d="M15 27.5l10-10" stroke="#ff98a2" strokeWidth="2.4" strokeLinecap="round" />
      )}
      {shown === null && kind !== 'error' && (
        <text x="20" y="27.5" fill="#fff">
          ?
        </text>
      )}
      {kind === 'error' && (
        <g className={styles.flag}>
          <ErrorBadge transform="translate(31 9) scale(.85)" />
        </g>
      )}
      {isOld && requested === null && <StaleBadge transform="translate(32 9) scale(.8)" />}
      {requested !== null && <PendingBadge transform="translate(33 6) scale(.75)" />}
      {outOfSync && <OutOfSyncBadge transform="translate(32 30) scale(.75)" />}
      {maintenance && <MaintenanceBadge transform="translate(32 30) scale(.75)" />}
    </svg>
  );
}

function Light() {
  return (
    <g data-lit>
      <path
        d="M20 16.5c4 4.6 5 6.5 5 9a5 5 0 0 1-10 0c0-2.5 1-4.4 5-9z"
        fill="#fff"
        stroke="#8a5a00"
        strokeWidth="1.4"
      />
      <path
        d="M3 15l4 2M2 24h4.5M3 33l4-2M37 15l-4 2M38 24h-4.5M37 33l-4-2"
        stroke="#8a5a00"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </g>
  );
}
