import { MARK_LETTERS, MARK_SHAPES } from '@semaforo/contract/domain/color-marks';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import styles from './color-mark.module.css';

type ColorMarkProps = { color: SignalColor; inverse?: boolean; large?: boolean };

/**
 * The mark of a color outside its lamp: shape and letter. `inverse` for a background of that same color. It is
 * decorative: the word goes beside it.
 */
export function ColorMark({ color, inverse = false, large = false }: ColorMarkProps) {
  const names = [styles.mark, inverse && styles.inverse, large && styles.large];
  return (
    <svg
      className={names.filter(Boolean).join(' ')}
      data-color={color}
      viewBox="-1 -1 30 30"
      aria-hidden="true"
    >
      <path className={styles.shape} d={MARK_SHAPES[color]} />
      <path className={styles.letter} d={MARK_LETTERS[color]} />
    </svg>
  );
}
