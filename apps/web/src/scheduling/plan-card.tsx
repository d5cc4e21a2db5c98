import type { Plan } from '@semaforo/contract/api/plans';
import type { ReactNode } from 'react';
import { serverSentence } from '../api/failures.ts';
import { describeCommand } from '../lamps/describe-command.ts';
import { formatDateTime, formatDay } from '../platform/date-format.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Pill, type PillKind } from '../ui/pill.tsx';
import { describePlanTargets, formatTimes, planTitle } from './describe-plan.ts';
import { NextTimes } from './next-times.tsx';
import styles from './plans.module.css';
import { useChangePlan } from './plans.queries.ts';

const STATES: Record<Plan['state'], { kind: PillKind; word: string }> = {
  attivo: { kind: 'ok', word: 'Attivo' },
  'in pausa': { kind: 'off', word: 'In pausa' },
  finito: { kind: 'off', word: 'Finito' },
};

/** Draws how a time of a plan went. */
export type DrawOutcome = (time: Plan['recent'][number]) => ReactNode;

/** A recurring plan: what it does next, how it went, and what a person may do with it. */
export function PlanCard({ plan, drawOutcome }: { plan: Plan; drawOutcome: DrawOutcome }) {
  const { id, state, trouble, exceptions, next } = plan;
  const changing = useChangePlan();
  const except = (dates: string[]) => changing.mutate({ act: 'saveExceptions', id, exceptions: dates });
  const title = planTitle(plan);
  const [first] = next.map(formatTimes);
  return (
    <article className={styles.card} data-state={state} aria-label={title}>
      <div className={styles.words}>
        <h3>{title}</h3>
        <p className="muted">
          <bdi>{describePlanTargets(plan)}</bdi> · di <bdi>{plan.username}</bdi>
          {plan.ends_on !== null && ` · fino a ${formatDay(plan.ends_on)}`}
        </p>
        <p className={styles.state}>
          <Pill kind={STATES[state].kind}>{STATES[state].word}</Pill>
          {state === 'attivo' && first && <span>Prossima volta: {`${first.day}, ${first.times}`}</span>}
        </p>
        {trouble !== null && <p className={styles.trouble}>{trouble}</p>}
        {changing.error && (
          <p role="alert" className={styles.trouble}>
            {serverSentence(changing.error, 'Il piano non è stato cambiato')}
          </p>
        )}
        <details>
          <summary>Prossime 10 volte ed eccezioni</summary>
          <NextTimes next={next} onSkip={(day) => except([...exceptions, day])} />
          {exceptions.length > 0 && (
            <div className={styles.chips}>
              <span>Eccezioni:</span>
              {exceptions.map((day) => (
                <Chip key={day} onClick={() => except(exceptions.filter((one) => one !== day))}>
                  {formatDay(day)} <span aria-hidden="true">×</span>
                  <span className="sr">, torna a valere</span>
                </Chip>
              ))}
            </div>
          )}
        </details>
        <Recent plan={plan} drawOutcome={drawOutcome} />
      </div>
      <div className={styles.buttons}>
        {state !== 'finito' && (
          <Button
            variant="outline"
            size="small"
            aria-disabled={changing.isPending}
            onClick={() => changing.mutate({ act: state === 'attivo' ? 'pausePlan' : 'resumePlan', id })}
          >
            {state === 'attivo' ? 'Pausa' : 'Riprendi'}
          </Button>
        )}
        <ConfirmButton
          variant="danger"
          size="small"
          label="Elimina"
          busy={changing.isPending}
          question="Eliminare il piano ricorrente?"
          confirmLabel="Elimina"
          cancelLabel="Annulla"
          onConfirm={() => changing.mutate({ act: 'deletePlan', id })}
        >
          <p>{title}. Ciò che è già iniziato finisce alla sua ora.</p>
        </ConfirmButton>
      </div>
    </article>
  );
}

function Recent({ plan, drawOutcome }: { plan: Plan; drawOutcome: DrawOutcome }) {
  if (plan.recent.length === 0) return null;
  return (
    <ul className={styles.recent} aria-label="Ultimi esiti">
      {plan.recent.map((one) => (
        <li key={one.id}>
          <span className="nw">{formatDateTime(one.at)}</span> {describeCommand(plan.device_type, one.color)}{' '}
          {drawOutcome(one)}
        </li>
      ))}
    </ul>
  );
}
