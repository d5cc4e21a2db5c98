import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { Pill, type PillKind } from '../ui/pill.tsx';
import { ToastAlert, useToast } from '../ui/toast.tsx';
import { ConfirmSecondFactor } from './confirm-second-factor.tsx';
import { DisableSecondFactor } from './disable-second-factor.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factor.module.css';
import { useBeginSecondFactor, useSecondFactor } from './second-factor.queries.ts';

const STATES: Record<'off' | 'to-confirm' | 'on', { kind: PillKind; word: string }> = {
  off: { kind: 'off', word: 'Non attivo' },
  'to-confirm': { kind: 'stale', word: 'Da confermare' },
  on: { kind: 'ok', word: 'Attivo' },
};

/** Where users turn their second factor on and off. */
export function SecondFactorPanel() {
  const { shown, notify, close } = useToast();
  const factor = useSecondFactor();
  const beginning = useBeginSecondFactor(notify);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const key = beginning.data;
  const state = key === undefined ? factor.data?.state : 'to-confirm';

  function confirmed(codes: readonly string[]) {
    setRecoveryCodes(codes);
    beginning.reset();
  }

  return (
    <section className={layoutStyles.stack} aria-labelledby="second-factor">
      <div className={`${layoutStyles.row} ${layoutStyles.wrap} ${styles.head}`}>
        <h2 id="second-factor">Secondo fattore</h2>
        {state !== undefined && <Pill kind={STATES[state].kind}>{STATES[state].word}</Pill>}
      </div>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      {factor.isPending && <Loading label="Caricamento secondo fattore" blocks={1} />}
      {factor.isLoadingError && (
        <FailedRead
          sentence="Errore caricamento secondo fattore"
          retryLabel="Riprova"
          onRetry={() => void factor.refetch()}
        />
      )}
      {recoveryCodes && (
        <RecoveryCodes
          codes={recoveryCodes}
          what="Il secondo fattore è attivo"
          insteadOf="di quello dell’app"
          onKept={() => setRecoveryCodes(undefined)}
        />
      )}
      {key && <ConfirmSecondFactor secretKey={key} onConfirmed={confirmed} onCancel={beginning.reset} />}
      {factor.data && !key && factor.data.state !== 'on' && (
        <>
          <p>
            Con il secondo fattore l’accesso chiede, oltre alla password, un codice dell’app del telefono.
          </p>
          <p className="small muted">
            {factor.data.required
              ? 'Obbligatorio per chi amministra.'
              : 'Consigliato a chi comanda e a chi amministra.'}
          </p>
          <div>
            <Button
              aria-disabled={beginning.isPending}
              onClick={() => !beginning.isPending && beginning.mutate()}
            >
              Attiva il secondo fattore
            </Button>
          </div>
        </>
      )}
      {factor.data?.state === 'on' && !recoveryCodes && (
        <DisableSecondFactor codesLeft={factor.data.recoveryCodesLeft} />
      )}
    </section>
  );
}
