import { Pill } from '../ui/pill.tsx';
import { Tag } from '../ui/tag.tsx';
import { ColourTag } from './colour-tag.tsx';
import type { ViewState } from './view-state.ts';

/**
 * The state of a device in words, beside its drawing: a tag and pills. A device that differs from its command never has
 * the pill of a confirmed one. `brief` leaves the requested status out, because a lantern has only one choice.
 */
export function StateTag({ view, brief = false }: { view: ViewState; brief?: boolean }) {
  const { kind, shown, requested, differs } = view;
  const confirmed = kind === 'confirmed' || kind === 'spento';
  return (
    <>
      {kind === 'error' ? (
        <Tag kind="error">ERRORE</Tag>
      ) : (
        <ColourTag status={shown} as={kind === 'stale' ? 'hatched' : 'solid'} />
      )}
      {kind === 'stale' && <Pill kind="stale">Non aggiornato</Pill>}
      {confirmed && !differs && <Pill kind="ok">Confermato</Pill>}
      {differs && <Pill kind="differs">Diverso</Pill>}
      {requested !== null && <Pill kind="wait">{brief ? 'In attesa' : `In attesa: ${requested}`}</Pill>}
    </>
  );
}
