import type { FirstSteps } from '@semaforo/contract/api/first-steps';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PasswordForm } from '../password-form.tsx';
import styles from './first-steps.module.css';
import { type Step, stepsOf } from './steps.ts';
import { TownForm } from './town-form.tsx';

type FirstStepsPanelProps = {
  facts: FirstSteps;
  /** How a device is connected, within its step. */
  connect: ReactNode;
  onHide: () => void;
};

/** 'Primo avvio': the four steps to the first lamp, with what is done; the one that comes next is done within it. */
export function FirstStepsPanel({ facts, connect, onHide }: FirstStepsPanelProps) {
  const steps = stepsOf(facts);
  const done = steps.filter(({ state }) => state === 'done').length;
  const inPlace = { password: <PasswordForm />, town: <TownForm />, device: connect, lamp: null };
  return (
    <Panel label="Primo avvio" padded={false}>
      <div className={styles.head}>
        <h2>Primo avvio: quattro passi fino alla prima lampada</h2>
        <span className={styles.count}>
          <span className="small" role="status">
            {done} di {steps.length} fatti
          </span>
          <progress className={styles.meter} value={done} max={steps.length} aria-hidden="true" />
          <Button variant="link" onClick={onHide}>
            Nascondi
          </Button>
        </span>
      </div>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <StepRow key={step.id} step={step} number={index + 1}>
            {step.state === 'now' && inPlace[step.id]}
          </StepRow>
        ))}
      </ol>
    </Panel>
  );
}

const STATE_LABELS = { done: 'fatto', now: 'da fare adesso', later: 'più tardi' };

function StepRow({ step, number, children }: { step: Step; number: number; children: ReactNode }) {
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
        {children}
      </div>
      {action && (
        <ButtonLink to={action.to} variant="outline">
          {action.label}
        </ButtonLink>
      )}
    </li>
  );
}

const NEXT = [
  { to: '/allerte', what: 'la zona', why: 'da cui vengono le allerte' },
  { to: '/allarmi', what: 'chi avvisare', why: 'quando qualcosa si rompe' },
  { to: '/gestisci', what: 'le persone', why: 'e le regole del Comune' },
  { to: '/sistema', what: 'una copia', why: 'di sicurezza, su un altro disco' },
];

/** After the last step: what a Comune needs besides a lamp. */
export function FirstStepsDone({ onHide }: { onHide: () => void }) {
  return (
    <Panel label="Primo avvio" padded={false}>
      <div className={styles.head}>
        <h2>Fatto: la prima lampada ha risposto. Poi:</h2>
        <Button variant="link" onClick={onHide}>
          Nascondi
        </Button>
      </div>
      <ul className={styles.next}>
        {NEXT.map(({ to, what, why }) => (
          <li key={to}>
            <ButtonLink to={to} variant="outline">
              {what}
            </ButtonLink>
            <span className="muted">{why}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
