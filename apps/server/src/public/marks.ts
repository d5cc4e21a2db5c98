import { MARK_LETTERS, MARK_SHAPES } from '@semaforo/contract/domain/color-marks';
import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';

/** What `markOf` refers to, once in each page. `xlink`, for browsers of before 2018. */
export const MARK_SYMBOLS = `<svg class="symbols" aria-hidden="true">${SIGNAL_COLORS.map(
  (color) =>
    `<symbol id="m-${color}" viewBox="-1 -1 30 30"><path d="${MARK_SHAPES[color]}"/><path d="${MARK_LETTERS[color]}" fill="currentColor" stroke="none"/></symbol>`,
).join('')}</svg>`;

/** The shape and the letter of a color, or a question mark: decoration, the word stands beside it. */
export function markOf(color: SignalColor | null, inverse = false): string {
  if (color === null) return '<span class="question" aria-hidden="true">?</span>';
  return `<svg class="mark${inverse ? ' inverse' : ''}" data-color="${color}" aria-hidden="true"><use xlink:href="#m-${color}"/></svg>`;
}
