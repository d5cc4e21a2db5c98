import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { isUnconfirmed } from '@semaforo/contract/domain/condition';
import { MaintenanceTag } from '../ui/maintenance-tag.tsx';
import { Pill } from '../ui/pill.tsx';
import { Tag } from '../ui/tag.tsx';
import { TestTag } from '../ui/test-tag.tsx';
import { ColorTag } from './color-tag.tsx';
import { SilentFor } from './silent-for.tsx';
import type { ViewState } from './view-state.ts';

type StateTagProps = { view: ViewState; brief?: boolean; sending?: DeviceStatus | null };

/**
 * The state of a device in words, beside its drawing: a tag and pills. A device that differs from its command never has
 * the pill of a confirmed one. `brief` leaves the requested status out, because a lantern has only one choice.
 * `sending`: what was pressed and is not accepted yet.
 */
export function StateTag({ view, brief = false, sending = null }: StateTagProps) {
  const { kind, shown, lit, requested, outOfSync, testing, maintenance, silentSince } = view;
  const confirmed = !maintenance && (kind === 'ok' || kind === 'spento');
  return (
    <>
      {testing && <TestTag />}
      {maintenance && <MaintenanceTag />}
      {kind === 'error' ? (
        <Tag kind="error">ERRORE</Tag>
      ) : (
        (lit.length > 1 ? lit : [shown]).map((status) => (
          <ColorTag key={status} status={status} as={isUnconfirmed(kind) ? 'hatched' : 'solid'} />
        ))
      )}
      {kind === 'stale' && <Pill kind="stale">Non aggiornato</Pill>}
      {silentSince !== null && (
        <Pill kind="stale">
          <SilentFor since={silentSince} />
        </Pill>
      )}
      {kind === 'never-heard' && <Pill kind="unknown">Mai sentito</Pill>}
      {confirmed && <Pill kind="ok">Confermato</Pill>}
      {outOfSync && <Pill kind="unequal">Diverso</Pill>}
      <RequestPill sending={sending} requested={requested} brief={brief} />
    </>
  );
}

function RequestPill({
  sending,
  requested,
  brief,
}: Pick<ViewState, 'requested'> & Required<Pick<StateTagProps, 'sending' | 'brief'>>) {
  if (sending !== null) return <Pill kind="wait">Invio: {sending}</Pill>;
  if (requested === null) return null;
  return <Pill kind="wait">{brief ? 'In attesa' : `In attesa: ${requested}`}</Pill>;
}
