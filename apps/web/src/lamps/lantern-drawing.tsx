import styles from './lantern-drawing.module.css';
import { ErrorBadge, MaintenanceBadge, OutOfSyncBadge, PendingBadge, StaleBadge } from './state-badges.tsx';
import type { ViewState } from './view-state.ts';

const DARK = '#1b2631';
const EDGE = 'var(--housing-line)';

/**
 * A lantern by the word of its one lamp. Rays mean on; the hatched glass is only the last known state; a stroke across
 * means that its lamp is burnt.
 */
export function LanternDrawing({ view }: { view: ViewState }) {
  const lens = view.lenses.acceso ?? 'unknown';
  const glows = lens === 'lit';
  const hatched = lens === 'last-known' || lens === 'dark-last-known' || lens === 'unknown';
  return (
    <svg className={styles.lantern} viewBox="0 0 72 96" role="img" aria-label={view.name}>
      {glows && <Glow />}
      <circle cx="36" cy="8" r="5.5" fill="none" stroke={EDGE} strokeWidth="3" />
      <path d="M30 13.5h12l2 5H28z" fill={EDGE} />
      <path
        d="M36 16 60 33.5v3.5H12v-3.5z"
        fill={DARK}
        stroke={EDGE}
        strokeWidth="1.2"
        strokeLinejoin="round"
      />
      <path
        d="M17 37h38l-5 44H22z"
        fill={glows ? 'url(#glass)' : hatched ? 'url(#hatched-glass)' : '#2a3846'}
        stroke={DARK}
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
      {glows ? <Flame /> : lens === 'unknown' ? <Unknown /> : <Wick />}
      {lens === 'burnt' && <Burnt />}
      <path d="M29.5 37 31 81M42.5 37 41 81" stroke={DARK} strokeWidth="1.7" opacity={glows ? 0.55 : 0.9} />
      <path d="M17 81h38l4 8a2 2 0 0 1-2 3H15a2 2 0 0 1-2-3z" fill={DARK} stroke={EDGE} strokeWidth="1.2" />
      <CornerBadge view={view} />
    </svg>
  );
}

function CornerBadge({ view: { kind, outOfSync, maintenance } }: { view: ViewState }) {
  if (maintenance) return <MaintenanceBadge transform="translate(58 30)" />;
  if (kind === 'error') return <ErrorBadge transform="translate(56 31) scale(1.18)" />;
  if (outOfSync) return <OutOfSyncBadge transform="translate(58 30)" />;
  if (kind === 'stale' || kind === 'silent') return <StaleBadge transform="translate(58 30)" />;
  return kind === 'pending' && <PendingBadge transform="translate(57 30)" />;
}

function Glow() {
  return (
    <>
      <circle cx="36" cy="55" r="36" fill="url(#glow)" />
      <path
        d="M5 38 11 41M2 56h7M5 74l6-3M67 38l-6 3M70 56h-7M67 74l-6-3"
        stroke="#b97a00"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </>
  );
}

function Flame() {
  return (
    <>
      <path
        d="M36 46c7 8 9 12 9 17a9 9 0 0 1-18 0c0-5 2-9 9-17z"
        fill="#fff"
        stroke="#c98200"
        strokeWidth="2"
      />
      <path d="M36 60c3 3.5 4 5 4 7.5a4 4 0 0 1-8 0c0-2.5 1-4 4-7.5z" fill="#ff9f1a" />
    </>
  );
}

function Wick() {
  return (
    <path
      d="M36 48c7 8 8 11 8 15a8 8 0 0 1-16 0c0-4 1-7 8-15z"
      fill="none"
      stroke="#9db0c3"
      strokeWidth="1.6"
      strokeDasharray="3 3"
    />
  );
}

/** Its relay is closed, and nothing burns: crossed, as the lens of a signal is. */
function Burnt() {
  return <path data-lens="burnt" d="M24 71 48 45" stroke="#ff98a2" strokeWidth="4" strokeLinecap="round" />;
}

function Unknown() {
  return (
    <>
      <circle cx="36" cy="59" r="12" fill="#fff" />
      <text x="36" y="66" fill="#17212b">
        ?
      </text>
    </>
  );
}
