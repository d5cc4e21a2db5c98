import { SIGNAL_COLOURS, type SignalColour } from '@semaforo/contract/domain/signal-colour';
import { COLOUR_LETTERS } from './colour-words.ts';
import { UNLIT_LENS } from './lamp-defs.tsx';
import { ErrorBadge, StaleBadge } from './state-badges.tsx';
import styles from './traffic-light.module.css';
import type { ViewState } from './view-state.ts';

const FROM_TOP = SIGNAL_COLOURS.toReversed();
const LAMP_STEP = 31;
const LIT_LETTER: Record<SignalColour, string> = {
  verde: '#08140c',
  giallo: '#17212b',
  arancio: '#17212b',
  rosso: '#fff',
};

/**
 * A signal with four lamps. A lamp is lit only in a confirmed or pending state (pending: it was confirmed before).
 * Without a view it is a picture with all lamps off.
 */
export function TrafficLight({ view }: { view?: ViewState }) {
  return (
    <svg
      className={styles.light}
      data-kind={view?.kind}
      viewBox="0 0 64 136"
      role="img"
      aria-label={view?.name ?? 'Segnale a quattro lampade, tutte spente'}
    >
      <rect x="22" y="128" width="12" height="8" fill="#45576a" />
      <rect className={styles.housing} x="5" y="1.5" width="46" height="130" rx="13" />
      {FROM_TOP.map((colour, index) => (
        <g key={colour} transform={`translate(28 ${20 + index * LAMP_STEP})`}>
          <Lamp colour={colour} view={view} />
        </g>
      ))}
      {view?.kind === 'error' && <ErrorBadge transform="translate(52 11)" />}
      {view?.kind === 'stale' && <StaleBadge transform="translate(52 10.5)" />}
    </svg>
  );
}

function Lamp({ colour, view }: { colour: SignalColour; view: ViewState | undefined }) {
  const kind = view?.kind;
  if (view?.shown === colour) {
    if (kind === 'confirmed' || kind === 'pending') return <LitLens colour={colour} />;
    if (kind === 'stale') return <LastKnownLens colour={colour} />;
  }
  const requested = view?.requested === colour && (kind === 'pending' || kind === 'stale');
  return (
    <>
      <path
        d="M-15.3 1a15.3 15.3 0 0 1 30.6 0"
        fill="none"
        stroke="#070b0f"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      {requested ? (
        <RequestedLens colour={colour} />
      ) : (
        <UnlitLens colour={colour} unknown={kind === 'no-data'} />
      )}
    </>
  );
}

function UnlitLens({ colour, unknown }: { colour: SignalColour; unknown: boolean }) {
  return (
    <>
      <circle className={styles.unlit} r="11.5" fill={unknown ? 'none' : UNLIT_LENS[colour]} />
      <text className={styles.unlitLetter} y="4.2">
        {unknown ? '?' : COLOUR_LETTERS[colour]}
      </text>
    </>
  );
}

function LitLens({ colour }: { colour: SignalColour }) {
  return (
    <g data-lit>
      <circle r="23" fill={`url(#halo-${colour})`} />
      <circle r="14.2" fill="#fff" />
      <circle r="12.2" fill={`url(#lit-${colour})`} />
      <path
        d="M-7.5-5a9 9 0 0 1 7-4"
        stroke="#fff"
        strokeWidth="2"
        fill="none"
        strokeLinecap="round"
        opacity=".85"
      />
      <text className={styles.litLetter} y="5" fill={LIT_LETTER[colour]}>
        {COLOUR_LETTERS[colour]}
      </text>
    </g>
  );
}

function RequestedLens({ colour }: { colour: SignalColour }) {
  return (
    <>
      <circle r="11" fill={UNLIT_LENS[colour]} />
      <circle
        className={styles.turn}
        r="13"
        fill="none"
        stroke="#fff"
        strokeWidth="2.2"
        strokeDasharray="5.2 3"
      />
      <text y="4.5" fill="#fff">
        {COLOUR_LETTERS[colour]}
      </text>
    </>
  );
}

function LastKnownLens({ colour }: { colour: SignalColour }) {
  return (
    <>
      <circle r="12" fill={`url(#hatched-${colour})`} stroke="#9db0c3" strokeWidth="1.3" />
      <circle r="6.6" fill="#141c24" />
      <text className={styles.lastKnown} y="3.9">
        {COLOUR_LETTERS[colour]}
      </text>
    </>
  );
}
