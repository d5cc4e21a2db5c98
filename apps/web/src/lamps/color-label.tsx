import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { COLOR_LABELS } from './color-labels.ts';
import { ColorMark } from './color-mark.tsx';

/** The mark of a color and its word. */
export function ColorLabel({ color }: { color: SignalColor }) {
  return (
    <>
      <ColorMark color={color} />
      {COLOR_LABELS[color]}
    </>
  );
}
