import type { Answer } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { Age } from '../platform/age.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import { Pill, type PillKind } from '../ui/pill.tsx';

const TITLE = 'Accesso con l’identità del Comune';

type Oidc = Answer<Routes['getOidc']>;

const STATES: Record<Oidc['state'], { kind: PillKind; word: string }> = {
  ok: { kind: 'ok', word: 'Attivo' },
  away: { kind: 'err', word: 'Non risponde' },
  off: { kind: 'off', word: 'Spento' },
};

/** Whether persons can log in with the identity of their Comune, and how many do. */
export function OidcSection() {
  const { data, isLoadingError, refetch } = useQuery({
    queryKey: queryKeys.oidc,
    queryFn: ({ signal }) => callRoute('getOidc', { signal }),
  });
  return (
    <section className={layoutStyles.stack}>
      <h2>{TITLE}</h2>
      <Panel label={TITLE}>
        {isLoadingError && (
          <FailedRead
            sentence="Errore caricamento accesso"
            retryLabel="Riprova"
            onRetry={() => void refetch()}
          />
        )}
        {data && (
          <div className={layoutStyles.stack}>
            <h3>
              {data.state === 'off' ? 'Solo con nome utente e password' : `Accedi con «${data.name}»`}{' '}
              <Pill kind={STATES[data.state].kind}>{STATES[data.state].word}</Pill>
            </h3>
            <p className="muted">
              {data.state === 'off' ? (
                'Si attiva con le impostazioni OIDC_ISSUER e OIDC_CLIENT_ID del server.'
              ) : (
                <Use oidc={data} />
              )}
            </p>
          </div>
        )}
      </Panel>
    </section>
  );
}

function Use({ oidc: { read_at, linked, people } }: { oidc: Oidc }) {
  return (
    <>
      OpenID Connect, {read_at === null ? 'mai letto dall’avvio' : 'letto '}
      {read_at !== null && <Age since={read_at} />}. {linked} persone su {people} lo usano. La password degli
      amministratori resta valida.
    </>
  );
}
