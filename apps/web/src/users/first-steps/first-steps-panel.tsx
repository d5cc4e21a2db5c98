import type { FirstSteps } from '@semaforo/contract/api/first-steps';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './first-steps.module.css';
import { type Step, stepsOf } from './steps.ts';

/** 'Primo avvio': the four steps to the first lamp, with what is done and what comes next. */
export function FirstStepsPanel({ facts }: { facts: FirstSteps }) {
  const steps = stepsOf(facts);
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <Panel label="Primo avvio" padded={false}>
      <div className={styles.head}>
        <h2>Primo avvio: quattro passi fino alla prima lampada</h2>
        <span className={styles.count}>
          <span className="small" role="status">
            {done} di {steps.length} fatti
          </span>
          <progress className={styles.meter} value={done} max={steps.length} aria-hidden="true" />
        </span>
      </div>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <StepRow key={step.title} step={step} number={index + 1} />
        ))}
      </ol>
    </Panel>
  );
}

const STATE_LABELS = { done: 'fatto', now: 'da fare adesso', later: 'più tardi' };

function StepRow({ step, number }: { step: Step; number: number }) {
  const { title, text, state, action } = step;
  return (
    <li className={styles.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={styles.disc} aria-hidden="true">
        {state === 'done' ? <Icon name="check" /> : number}
      </span>
      <div>
        <h3>
          {title} <span className="sr">{STATE_LABELS[state]}</span>
        </h3>
        <p className="muted">{text}</p>
      </div>
      {action && (
        <ButtonLink to={action.to} variant={state === 'now' ? 'solid' : 'outline'}>
          {action.label}
        </ButtonLink>
      )}
    </li>
  );
}
