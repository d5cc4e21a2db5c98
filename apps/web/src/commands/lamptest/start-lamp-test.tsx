import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import { counted } from '@semaforo/contract/domain/italian';
import { LAMP_TEST_STEP_MS } from '@semaforo/contract/domain/lamp-test';
import { useId } from 'react';
import { Alert } from '../../ui/alert.tsx';
import type { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { useStartLampTest } from './lamp-tests.queries.ts';

const DEVICES: Record<LampDeviceType, readonly [string, string]> = {
  semaforo: ['semaforo', 'semafori'],
  lanterna: ['lanterna', 'lanterne'],
};

type StartLampTestProps = {
  type: LampDeviceType;
  /** The devices to test, by id and name. */
  devices: readonly { id: number; name: string }[];
  /** Why it would be refused now, in Italian; null when it may begin. */
  block: string | null;
  variant?: Parameters<typeof Button>[0]['variant'];
  size?: Parameters<typeof Button>[0]['size'];
};

/** 'Prova lampade': asks first, for the lamps are lit where people see them. */
export function StartLampTest(props: StartLampTestProps) {
  const { type, devices, block, variant = 'outline', size } = props;
  const blockId = useId();
  const { begin, busy, failure, dismiss } = useStartLampTest();
  const [only] = devices;
  const targets = devices.length === 1 && only ? `«${only.name}»` : counted(devices.length, DEVICES[type]);
  return (
    <>
      <ConfirmButton
        label="Prova lampade"
        variant={variant}
        {...(size && { size })}
        disabled={block !== null}
        {...(block !== null && { 'aria-describedby': blockId, title: block })}
        busy={busy}
        question={`Provare le lampade di ${targets}?`}
        confirmLabel="Prova lampade"
        cancelLabel="Annulla"
        onConfirm={() => begin({ type, deviceIds: devices.map(({ id }) => id) })}
      >
        <p>
          {type === 'semaforo'
            ? `Ogni lampada si accende per ${LAMP_TEST_STEP_MS / 1000} secondi, anche il rosso, e chi passa la vede.`
            : `La luce si accende per ${LAMP_TEST_STEP_MS / 1000} secondi.`}{' '}
          Poi ognuno torna a ciò che mostrava. Ai cittadini non si scrive niente.
        </p>
      </ConfirmButton>
      {block !== null && (
        <p id={blockId} className="small muted">
          {block}
        </p>
      )}
      {failure && (
        <Alert kind="danger" closeLabel="Chiudi" onClose={dismiss}>
          {failure}
        </Alert>
      )}
    </>
  );
}
