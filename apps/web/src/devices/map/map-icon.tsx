import { SIGNAL_COLOURS, type SignalColour } from '@semaforo/contract/domain/signal-colour';
import { COLOUR_LETTERS } from '../../lamps/colour-words.ts';
import { UNLIT_LENS } from '../../lamps/lamp-defs.tsx';
import { PendingBadge } from '../../lamps/state-badges.tsx';
import type { ViewState } from '../../lamps/view-state.ts';
import styles from './map-icon.module.css';

const LAMP_Y: Record<SignalColour, number> = { rosso: 6.8, arancio: 15.6, giallo: 24.4, verde: 33.2 };
const MIDDLE_Y = 20;
const FLAG_HEIGHT = 17;

/** A signal drawn small for the map: the housing, and a flag with the letter at the height of the lit lamp. */
export function SignalMapIcon({ view }: { view: ViewState }) {
  return (
    <svg className={styles.mapIcon} data-kind={view.kind} viewBox="0 0 40 40" aria-hidden="true">
      <rect className={styles.rim} x="1" y=".8" width="18" height="38.4" rx="6.5" />
      <rect x="2.4" y="2.2" width="15.2" height="35.6" rx="5.2" fill="#17212b" />
      {SIGNAL_COLOURS.map((colour) => (
        <Lamp key={colour} colour={colour} view={view} />
      ))}
      <Flag view={view} />
      {view.kind === 'pending' && <PendingBadge transform="translate(33 4) scale(.75)" />}
    </svg>
  );
}

function isLit(view: ViewState, colour: SignalColour): boolean {
  return view.shown === colour && (view.kind === 'confirmed' || view.kind === 'pending');
}

function Lamp({ colour, view }: { colour: SignalColour; view: ViewState }) {
  const y = LAMP_Y[colour];
  if (isLit(view, colour)) {
    return (
      <g data-lit>
        <circle cx="10" cy={y} r="4.7" fill="#fff" />
        <circle cx="10" cy={y} r="3.5" fill={`var(--${colour})`} />
      </g>
    );
  }
  const requested = view.kind === 'pending' && view.requested === colour;
  return (
    <>
      <circle cx="10" cy={y} r="3" fill={UNLIT_LENS[colour]} stroke="#7d90a4" strokeWidth=".9" />
      {requested && (
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
  const { kind } = view;
  const colour = SIGNAL_COLOURS.find((each) => each === view.shown);
  const said = kind === 'error' || kind === 'no-data' ? undefined : colour;
  const lit = said !== undefined && isLit(view, said);
  const y = said === undefined ? MIDDLE_Y : LAMP_Y[said];
  const top = Math.min(Math.max(y - FLAG_HEIGHT / 2, 0.5), 39.5 - FLAG_HEIGHT);
  return (
    <g className={styles.flag}>
      <path
        d={`M19 ${y}L23.5 ${y - 4}V${top + 1.5}a1.5 1.5 0 0 1 1.5-1.5H37a1.5 1.5 0 0 1 1.5 1.5V${top + FLAG_HEIGHT - 1.5}a1.5 1.5 0 0 1-1.5 1.5H25a1.5 1.5 0 0 1-1.5-1.5V${y + 4}Z`}
        fill={lit ? `var(--${said}-fill)` : '#fff'}
      />
      <text x="31" y={top + 12.8} fill={lit ? `var(--on-${said})` : '#17212b'}>
        {said === undefined ? signOf(view) : COLOUR_LETTERS[said]}
      </text>
    </g>
  );
}

function signOf({ kind, shown }: ViewState): string {
  if (kind === 'error') return '!';
  return shown === null ? '?' : '–';
}
