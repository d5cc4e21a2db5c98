import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { toggledLanternState } from '@semaforo/contract/domain/lantern-state';
import { memo } from 'react';
import { useToggleLantern } from '../commands/use-toggle-lantern.ts';
import { LanternCard } from '../devices/cards/lantern-card.tsx';
import { viewStateOf } from '../lamps/view-state.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

type LanternTileProps = {
  device: DeviceStatusRecord;
  linkUp: boolean;
  /** The id of the sentence that says why nothing can be commanded now; null when it can. */
  blockId: string | null;
};

/**
 * A lantern and its toggle. A pending toggle never moves the light: it waits for the report of the lantern. The button
 * names the state that the server will request, also for a lantern in error.
 */
export const LanternTile = memo(function LanternTile({ device, linkUp, blockId }: LanternTileProps) {
  const { pending, failure, toggle, dismissFailure } = useToggleLantern(device);
  const known = viewStateOf(device, linkUp);
  const opposite = toggledLanternState(known.shown);
  const requested = device.pending ?? (pending ? opposite : null);
  const view = viewStateOf({ ...device, pending: requested }, linkUp);
  return (
    <LanternCard
      device={device}
      view={view}
      notice={
        failure !== null && (
          <Alert kind="danger" closeLabel="Chiudi" onClose={dismissFailure}>
            {failure}
          </Alert>
        )
      }
    >
      <Button
        variant="outline"
        disabled={blockId !== null}
        aria-describedby={blockId ?? undefined}
        aria-disabled={requested !== null}
        onClick={() => {
          if (requested === null) toggle(opposite);
        }}
      >
        {known.shown === null ? 'Imposta' : `Imposta ${opposite}`}
      </Button>
    </LanternCard>
  );
});
