import { Pill } from '../ui/pill.tsx';
import { Tag } from '../ui/tag.tsx';
import { ColourTag } from './colour-tag.tsx';
import type { ViewState } from './view-state.ts';

/**
 * The state of a device in words, beside its drawing: a tag and a pill. `brief` leaves the requested status out,
 * because a lantern has only one choice.
 */
export function StateTag({ view, brief = false }: { view: ViewState; brief?: boolean }) {
  const { kind, shown, requested } = view;
  if (kind === 'error') return <Tag kind="error">ERRORE</Tag>;
  return (
    <>
      <ColourTag status={shown} as={kind === 'stale' ? 'hatched' : 'solid'} />
      {kind === 'stale' && <Pill kind="stale">Non aggiornato</Pill>}
      {(kind === 'confirmed' || kind === 'spento') && <Pill kind="ok">Confermato</Pill>}
      {requested !== null && <Pill kind="wait">{brief ? 'In attesa' : `In attesa: ${requested}`}</Pill>}
    </>
  );
}
