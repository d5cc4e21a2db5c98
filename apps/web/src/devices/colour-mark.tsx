import type { SignalColour } from '@semaforo/contract/domain/signal-colour';
import './colour-mark.css';
import { COLOUR_LETTERS } from './colour-words.ts';

/** Circle, triangle, diamond, octagon: the colours told apart without colour. */
const SHAPES: Record<SignalColour, string> = {
  verde: 'M2 14a12 12 0 1 0 24 0a12 12 0 1 0-24 0z',
  giallo: 'M14 2 27 25.5H1z',
  arancio: 'M14 .8 27.2 14 14 27.2.8 14z',
  rosso: 'M8.9 1.5h10.2l7.4 7.4v10.2l-7.4 7.4H8.9L1.5 19.1V8.9z',
};

type ColourMarkProps = { colour: SignalColour; inverse?: boolean; large?: boolean };

/** The sign of a colour away from its lamp: shape and letter. `inverse` on a ground of that same colour. Decorative: the word goes beside it. */
export function ColourMark({ colour, inverse = false, large = false }: ColourMarkProps) {
  const names = ['mark', `mark--${colour}`, inverse && 'mark--inverse', large && 'mark--large'];
  const letter = colour === 'giallo' ? { y: 22.5, size: 13 } : { y: 19.2, size: 14.5 };
  return (
    <svg className={names.filter(Boolean).join(' ')} viewBox="-1 -1 30 30" aria-hidden="true">
      <path d={SHAPES[colour]} />
      <text x="14" y={letter.y} fontSize={letter.size}>
        {COLOUR_LETTERS[colour]}
      </text>
    </svg>
  );
}
