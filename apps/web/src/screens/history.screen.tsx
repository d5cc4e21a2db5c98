import type { DrawColour, DrawStatus } from '../commands/history-slots.ts';
import { HistoryView } from '../commands/history-view.tsx';
import { ColourMark } from '../lamps/colour-mark.tsx';
import { ColourTag } from '../lamps/colour-tag.tsx';
import { COLOUR_LABELS } from '../lamps/colour-words.ts';

const drawStatus: DrawStatus = (status) => <ColourTag status={status} small />;

const drawColour: DrawColour = (colour) => (
  <>
    <ColourMark colour={colour} />
    {COLOUR_LABELS[colour]}
  </>
);

/** The commands sent, and what became of them. */
export function HistoryScreen() {
  return <HistoryView title="Storico Comandi" drawStatus={drawStatus} drawColour={drawColour} />;
}
