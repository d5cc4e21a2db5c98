import type { Alert } from '@semaforo/contract/api/alerts';
import { useEffect, useRef, useState } from 'react';
import { serverNow } from '../platform/server-clock.ts';
import { Button } from '../ui/button.tsx';
import { DOUBLE_PRESS_MS } from '../ui/settled.tsx';
import type { AlertAct } from './alerts.queries.ts';
import { confirmsFor, formatLights } from './describe-alert.ts';
import { type AlertEnding, EndDialog, type Ended } from './end-dialog.tsx';
import { WaterNow } from './water-now.tsx';

const CONFIRM_END = 'Conferma la fine';

type AlertButtonsProps = {
  alert: Alert;
  /** Why nothing can be decided now; null when it can. */
  block: string | null;
  linkUp: boolean;
  disabled: boolean;
  /** The id of the words that say why its asker cannot confirm it; undefined for anybody else. */
  askerBlock: string | undefined;
  onAct: (act: AlertAct, how?: Partial<Ended>) => void;
  /** Opens the form with a proposal; undefined where there is none. */
  onChange: (() => void) | undefined;
};

/** What a person may do with an alert now. What ends one says before what the lamps do; a refusal can be undone. */
export function AlertButtons(props: AlertButtonsProps) {
  const { alert, block, linkUp, disabled: isDeciding, askerBlock, onAct, onChange } = props;
  const disabled = isDeciding || block !== null;
  const [confirming, setConfirming] = useState<AlertEnding>();
  const { state, awaits } = alert;
  const confirmLabel = confirmLabelOf(alert, serverNow());
  const isSecondClick = useSecondClick(`${state} ${awaits}`);
  const press = (act: () => void) => () => {
    if (!isSecondClick()) act();
  };
  return (
    <>
      {block !== null && <p className="small muted">{block}</p>}
      {confirmLabel !== undefined && (
        <Button
          disabled={disabled || askerBlock !== undefined}
          aria-describedby={askerBlock}
          onClick={press(() => onAct('confirmAlert'))}
        >
          {confirmLabel}
        </Button>
      )}
      {state === 'proposta' && onChange && (
        <Button variant="outline" disabled={block !== null} onClick={onChange}>
          Modifica
        </Button>
      )}
      {state === 'proposta' && (
        <Button variant="outline" disabled={disabled} onClick={press(() => onAct('rejectAlert'))}>
          Rifiuta
        </Button>
      )}
      {state === 'in corso' && (
        <Button
          variant={awaits === 'fine' ? 'solid' : 'outline'}
          disabled={disabled}
          onClick={press(() => setConfirming('concludeAlert'))}
        >
          {concludeLabelOf(alert)}
        </Button>
      )}
      {(state === 'in corso' || state === 'confermata') && (
        <Button variant="outline" disabled={disabled} onClick={press(() => setConfirming('revokeAlert'))}>
          Revoca
        </Button>
      )}
      {confirming !== undefined && (
        <EndDialog
          alert={alert}
          act={confirming}
          onCancel={() => setConfirming(undefined)}
          onConfirm={(ended) => {
            setConfirming(undefined);
            onAct(confirming, ended);
          }}
        >
          {alert.sensor_id !== null && <WaterNow sensorId={alert.sensor_id} linkUp={linkUp} />}
        </EndDialog>
      )}
    </>
  );
}

/** True for so long after the buttons became others. */
function useSecondClick(shown: string): () => boolean {
  const changed = useRef({ shown, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (changed.current.shown !== shown) changed.current = { shown, at: performance.now() };
  }, [shown]);
  return () => performance.now() - changed.current.at < DOUBLE_PRESS_MS;
}

function concludeLabelOf({ awaits, drill }: Alert): string {
  if (awaits === 'fine') return CONFIRM_END;
  return drill ? 'Termina l’esercitazione' : 'Concludi';
}

function confirmLabelOf(alert: Alert, now: number): string | undefined {
  const { state, awaits, author } = alert;
  if (awaits === 'fine') return state === 'in corso' ? undefined : CONFIRM_END;
  if (awaits === 'inizio') return formatLights(alert);
  if (state === 'proposta')
    return Date.parse(alert.from) <= now ? formatLights(alert) : confirmsFor(alert, now);
  // Raised by the policy: no person has confirmed when it ends.
  const isOpen = state === 'confermata' || state === 'in corso';
  return isOpen && author === null ? 'Conferma' : undefined;
}
