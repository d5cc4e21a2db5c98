import type { SignalColour } from '@semaforo/contract/domain/signal-colour';
import { ColourMark } from './colour-mark.tsx';
import { COLOUR_LABELS } from './colour-words.ts';

/** The mark of a colour and its word. */
export function ColourLabel({ colour }: { colour: SignalColour }) {
  return (
    <>
      <ColourMark colour={colour} />
      {COLOUR_LABELS[colour]}
    </>
  );
}
