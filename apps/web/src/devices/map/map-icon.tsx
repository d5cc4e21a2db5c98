import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import { COLOR_LETTERS } from '../../lamps/color-labels.ts';
import { UNLIT_LENS } from '../../lamps/lamp-defs.tsx';
import { MaintenanceBadge, OutOfSyncBadge, PendingBadge, StaleBadge } from '../../lamps/state-badges.tsx';
import type { ViewState } from '../../lamps/view-state.ts';
import styles from './map-icon.module.css';

const LAMP_Y: Record<SignalColor, number> = { rosso: 6.8, arancio: 15.6, giallo: 24.4, verde: 33.2 };
const MIDDLE_Y = 20;
const FLAG_HEIGHT = 17;

/**
 * A signal drawn small for the map: the housing with each lamp by its own word, and a flag with the letter at the
 * height of what it shows.
 */
export function SignalMapIcon({ view }: { view: ViewState }) {
  const { kind, outOfSync, requested, maintenance } = view;
  return (
    <svg
      className={styles.mapIcon}
      data-kind={kind}
      data-out-of-sync={outOfSync}
      data-maintenance={maintenance}
      viewBox="0 0 40 40"
      aria-hidden="true"
    >
      <rect className={styles.rim} x="1" y=".8" width="18" height="38.4" rx="6.5" />
      <rect x="2.4" y="2.2" width="15.2" height="35.6" rx="5.2" fill="#17212b" />
      {SIGNAL_COLORS.map((color) => (
        <Lamp key={color} color={color} view={view} />
      ))}
      <Flag view={view} />
      {requested !== null && <PendingBadge transform={`translate(33 ${freeCornerY(view)}) scale(.75)`} />}
      {kind === 'silent' && requested === null && !outOfSync && (
        <StaleBadge transform={`translate(33 ${freeCornerY(view)}) scale(.75)`} />
      )}
      {outOfSync && <OutOfSyncBadge transform={`translate(33 ${freeCornerY(view)}) scale(.75)`} />}
      {maintenance && requested === null && (
        <MaintenanceBadge transform={`translate(33 ${freeCornerY(view)}) scale(.75)`} />
      )}
    </svg>
  );
}

function Lamp({ color, view }: { color: SignalColor; view: ViewState }) {
  const y = LAMP_Y[color];
  const lens = view.lenses[color];
  if (lens === 'lit') {
    return (
      <g data-lit>
        <circle cx="10" cy={y} r="4.7" fill="#fff" />
        <circle cx="10" cy={y} r="3.5" fill={`var(--${color})`} />
      </g>
    );
  }
  return (
    <>
      {lens === 'last-known' ? (
        <circle cx="10" cy={y} r="3.8" fill={`url(#hatched-${color})`} stroke="#9db0c3" />
      ) : (
        <circle cx="10" cy={y} r="3" fill={UNLIT_LENS[color]} stroke="#7d90a4" strokeWidth=".9" />
      )}
      {view.requested === color && (
        <circle
          cx="10"
          cy={y}
          r="4.4"
          fill="none"
          stroke="#fff"
          strokeWidth="1.2"
          strokeDasharray="2.2 1.4"
        />
      )}
    </>
  );
}

function Flag({ view }: { view: ViewState }) {
  const lamp = flagColorOf(view);
  const lit = lamp !== undefined && view.lenses[lamp] === 'lit';
  const y = flagY(view);
  const top = Math.min(Math.max(y - FLAG_HEIGHT / 2, 0.5), 39.5 - FLAG_HEIGHT);
  return (
    <g className={styles.flag}>
      <path
        d={`M19 ${y}L23.5 ${y - 4}V${top + 1.5}a1.5 1.5 0 0 1 1.5-1.5H37a1.5 1.5 0 0 1 1.5 1.5V${top + FLAG_HEIGHT - 1.5}a1.5 1.5 0 0 1-1.5 1.5H25a1.5 1.5 0 0 1-1.5-1.5V${y + 4}Z`}
        fill={lit ? `var(--${lamp}-fill)` : '#fff'}
      />
      <text x="31" y={top + 12.8} fill={lit ? `var(--on-${lamp})` : '#17212b'}>
        {lamp === undefined ? signOf(view) : COLOR_LETTERS[lamp]}
      </text>
    </g>
  );
}

/** The color on the flag; undefined for a sign. */
function flagColorOf({ kind, shown }: ViewState): SignalColor | undefined {
  return kind === 'error' ? undefined : SIGNAL_COLORS.find((color) => color === shown);
}

function flagY(view: ViewState): number {
  const lamp = flagColorOf(view);
  return lamp === undefined ? MIDDLE_Y : LAMP_Y[lamp];
}

/** The corner at the right that the flag leaves free: below a flag of the upper half, else above it. */
function freeCornerY(view: ViewState): number {
  return flagY(view) < MIDDLE_Y ? 32 : 4;
}

function signOf({ kind, shown }: ViewState): string {
  if (kind === 'error') return '!';
  return shown === null ? '?' : '–';
}
