import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { COLOR_LETTERS } from './color-labels.ts';
import { UNLIT_LENS } from './lamp-defs.tsx';
import type { Lens } from './lenses.ts';
import styles from './traffic-light.module.css';

const LIT_LETTER: Record<SignalColor, string> = {
  verde: '#08140c',
  giallo: '#17212b',
  arancio: '#17212b',
  rosso: '#fff',
};

type SignalLensProps = { color: SignalColor; lens: Lens; requested: boolean };

/** One lamp of a signal by its own word, centred on its origin; a dashed ring while it is requested and not lit. */
export function SignalLens({ color, lens, requested }: SignalLensProps) {
  if (lens === 'lit') return <LitLens color={color} />;
  return (
    <>
      <path
        d="M-15.3 1a15.3 15.3 0 0 1 30.6 0"
        fill="none"
        stroke="#070b0f"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      {lens === 'last-known' ? (
        <LastKnownLens color={color} />
      ) : lens === 'burnt' ? (
        <BurntLens color={color} />
      ) : requested ? (
        <RequestedLens color={color} />
      ) : (
        <UnlitLens color={color} lens={lens} />
      )}
      {requested && (
        <circle
          className={styles.turn}
          r="13"
          fill="none"
          stroke="#fff"
          strokeWidth="2.2"
          strokeDasharray="5.2 3"
        />
      )}
    </>
  );
}

const UNLIT_FILL = {
  dark: (color: SignalColor) => UNLIT_LENS[color],
  'dark-last-known': () => 'url(#hatched-dark)',
  unknown: () => 'none',
};

function UnlitLens({ color, lens }: { color: SignalColor; lens: keyof typeof UNLIT_FILL }) {
  return (
    <g data-lens={lens}>
      <circle className={styles.unlit} r="11.5" fill={UNLIT_FILL[lens](color)} />
      <text className={styles.unlitLetter} y="4.2">
        {lens === 'unknown' ? '?' : COLOR_LETTERS[color]}
      </text>
    </g>
  );
}

function LitLens({ color }: { color: SignalColor }) {
  return (
    <g data-lit data-lens="lit">
      <circle r="23" fill={`url(#halo-${color})`} />
      <circle r="14.2" fill="#fff" />
      <circle r="12.2" fill={`url(#lit-${color})`} />
      <path
        d="M-7.5-5a9 9 0 0 1 7-4"
        stroke="#fff"
        strokeWidth="2"
        fill="none"
        strokeLinecap="round"
        opacity=".85"
      />
      <text className={styles.litLetter} y="5" fill={LIT_LETTER[color]}>
        {COLOR_LETTERS[color]}
      </text>
    </g>
  );
}

function RequestedLens({ color }: { color: SignalColor }) {
  return (
    <>
      <circle r="11" fill={UNLIT_LENS[color]} />
      <text y="4.5" fill="#fff">
        {COLOR_LETTERS[color]}
      </text>
    </>
  );
}

/** Its relay is closed, and nothing burns: a crossed ring. */
function BurntLens({ color }: { color: SignalColor }) {
  return (
    <g data-lens="burnt">
      <circle r="12" fill={UNLIT_LENS[color]} stroke="#fff" strokeWidth="2" strokeDasharray="5.2 3" />
      <text className={styles.unlitLetter} y="4.2">
        {COLOR_LETTERS[color]}
      </text>
      <path d="M-9 9L9-9" stroke="#ff98a2" strokeWidth="2.4" strokeLinecap="round" />
    </g>
  );
}

function LastKnownLens({ color }: { color: SignalColor }) {
  return (
    <g data-lens="last-known">
      <circle r="12" fill={`url(#hatched-${color})`} stroke="#9db0c3" strokeWidth="1.3" />
      <circle r="6.6" fill="#141c24" />
      <text className={styles.lastKnown} y="3.9">
        {COLOR_LETTERS[color]}
      </text>
    </g>
  );
}
