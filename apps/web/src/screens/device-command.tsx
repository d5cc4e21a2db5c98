import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { toggledLanternState } from '@semaforo/contract/domain/lantern-state';
import { useId, useState } from 'react';
import { useAlerts } from '../alerts/alerts.queries.ts';
import { ColorButtons } from '../commands/color-buttons.tsx';
import { consequenceOf } from '../commands/consequence.ts';
import { reachOf } from '../commands/reach.ts';
import { ReachSentence } from '../commands/reach-sentence.tsx';
import { useSendCommand } from '../commands/use-send-command.ts';
import { useToggleLantern } from '../commands/use-toggle-lantern.ts';
import { viewStateOf } from '../lamps/view-state.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { useCommandBlock } from './use-command-block.ts';
import { useHoldForRosso } from './use-hold-for-rosso.ts';

/** The command to one device: a color in two steps, or the toggle of a lantern. */
export function DeviceCommand({ device }: { device: DeviceStatusRecord }) {
  return device.device_type === 'semaforo' ? (
    <SignalCommand device={device} />
  ) : (
    <LanternCommand device={device} />
  );
}

function SignalCommand({ device }: { device: DeviceStatusRecord }) {
  const block = useCommandBlock();
  const sending = useSendCommand();
  const hold = useHoldForRosso({ devices: [device], targets: [device] });
  const { alerts } = useAlerts();
  const [open, setOpen] = useState(false);
  const id = useId();
  const isOpen = open && block === null;
  return (
    <div className={layoutStyles.stack}>
      <Button
        variant="outline"
        aria-expanded={isOpen}
        disabled={block !== null}
        onClick={() => setOpen(!open)}
      >
        {isOpen ? 'Nascondi' : 'Imposta'}
      </Button>
      {block !== null && <p className="small muted">{block}</p>}
      {isOpen && (
        <>
          <ReachSentence
            id={id}
            reach={reachOf([device], undefined)}
            type="semaforo"
            none="Nessun semaforo scelto"
          />
          <ColorButtons
            locked={sending.locked}
            describedBy={id}
            hold={hold}
            consequenceOf={(color) => consequenceOf(color, [device], alerts)}
            onPick={(color) =>
              sending.sendColor(color, {
                whom: { deviceIds: [device.id] },
                deviceIds: new Set([device.id]),
              })
            }
          />
        </>
      )}
    </div>
  );
}

function LanternCommand({ device }: { device: DeviceStatusRecord }) {
  const block = useCommandBlock();
  const { pending, failure, toggle, dismissFailure } = useToggleLantern(device);
  const { shown } = viewStateOf(device, true);
  const opposite = toggledLanternState(shown);
  const busy = pending || device.pending !== null;
  return (
    <div className={layoutStyles.stack}>
      {failure !== null && (
        <Alert kind="danger" closeLabel="Chiudi" onClose={dismissFailure}>
          {failure}
        </Alert>
      )}
      <Button
        variant="outline"
        disabled={block !== null}
        aria-disabled={busy}
        onClick={() => {
          if (!busy) toggle(opposite);
        }}
      >
        {shown === null ? 'Imposta' : `Imposta ${opposite}`}
      </Button>
      {block !== null && <p className="small muted">{block}</p>}
    </div>
  );
}
