import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import styles from './lamp-defs.module.css';

/** Glint, body and rim of the lit lens of each lamp. */
const LENSES: Record<SignalColor, [glint: string, body: string, rim: string]> = {
  verde: ['#8cf0b4', '#1fb25a', '#128a42'],
  giallo: ['#fff3a8', '#ffd21f', '#f0b800'],
  arancio: ['#ffc583', '#ff8a1f', '#ee6c00'],
  rosso: ['#ff4a55', '#e0182a', '#bf0d1e'],
};

/** The dark lens of each lamp. */
export const UNLIT_LENS: Record<SignalColor, string> = {
  verde: '#17402a',
  giallo: '#40380f',
  arancio: '#452a10',
  rosso: '#45171c',
};

/** The gradients and patterns that all drawings share. Render it once on the page, before any drawing. */
export function DeviceDefs() {
  return (
    <svg className={styles.defs} aria-hidden="true">
      <defs>
        <linearGradient id="housing">
          <stop offset="0" stopColor="#2a3846" />
          <stop offset=".25" stopColor="#1b2631" />
          <stop offset="1" stopColor="#10171e" />
        </linearGradient>
        {SIGNAL_COLORS.map((color) => (
          <LensPaints key={color} color={color} />
        ))}
        <radialGradient id="glow">
          <stop offset=".2" stopColor="#ffc93d" stopOpacity=".6" />
          <stop offset="1" stopColor="#ffc93d" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="glass" x2="0" y2="1">
          <stop offset="0" stopColor="#ffd766" />
          <stop offset=".6" stopColor="#fff2c2" />
          <stop offset="1" stopColor="#ffc93d" />
        </linearGradient>
        <Hatching id="hatched-glass" size={6} ground="#1b2631" line="#8496a8" lineWidth={2} />
        <Hatching id="hatched-dark" size={5} ground="#141c24" line="#5d7389" lineWidth={1.4} />
      </defs>
    </svg>
  );
}

function LensPaints({ color }: { color: SignalColor }) {
  const [glint, body, rim] = LENSES[color];
  return (
    <>
      <radialGradient id={`lit-${color}`} cx=".42" cy=".34" r=".75">
        <stop offset="0" stopColor={glint} />
        <stop offset=".5" stopColor={body} />
        <stop offset="1" stopColor={rim} />
      </radialGradient>
      <radialGradient id={`halo-${color}`}>
        <stop offset=".5" stopColor={body} stopOpacity=".75" />
        <stop offset="1" stopColor={body} stopOpacity="0" />
      </radialGradient>
      <Hatching id={`hatched-${color}`} size={5} ground="#141c24" line={body} lineWidth={2.2} />
    </>
  );
}

function Hatching(props: { id: string; size: number; ground: string; line: string; lineWidth: number }) {
  const { id, size, ground, line, lineWidth } = props;
  return (
    <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={size} height={size} fill={ground} />
      <rect width={lineWidth} height={size} fill={line} opacity=".8" />
    </pattern>
  );
}
