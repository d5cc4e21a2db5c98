import type { Group } from '@semaforo/contract/api/groups';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyText } from '../ui/empty-text.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import { type DrawOutcome, PlanCard } from './plan-card.tsx';
import { PlanForm, type PlannedDevices } from './plan-form.tsx';
import styles from './plans.module.css';
import { usePlans } from './plans.queries.ts';

type PlansViewProps = { devicesOf: PlannedDevices; groups: readonly Group[]; drawOutcome: DrawOutcome };

/** The recurring plans, which stand beside what is planned once, and the form of a new one. */
export function PlansView({ devicesOf, groups, drawOutcome }: PlansViewProps) {
  const { plans, isRead, failed } = usePlans();
  const [isMaking, setMaking] = useState(false);
  return (
    <section className={styles.section} aria-label="Piani ricorrenti">
      <div className={layoutStyles.head}>
        <h2>Piani ricorrenti</h2>
        <span className={layoutStyles.push}>
          <Button variant="outline" onClick={() => setMaking(true)}>
            Nuovo piano
          </Button>
        </span>
      </div>
      {isMaking && (
        <Panel label="Nuovo piano ricorrente">
          <h3>Piano ricorrente</h3>
          <PlanForm devicesOf={devicesOf} groups={groups} onDone={() => setMaking(false)} />
        </Panel>
      )}
      {failed && <p role="alert">I piani ricorrenti non sono stati letti</p>}
      {isRead && plans.length === 0 && (
        <Panel padded={false}>
          <EmptyText next="Con Nuovo piano un comando si ripete per giorni, settimane o date, o con il sole.">
            Nessun piano ricorrente.
          </EmptyText>
        </Panel>
      )}
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} drawOutcome={drawOutcome} />
      ))}
    </section>
  );
}
