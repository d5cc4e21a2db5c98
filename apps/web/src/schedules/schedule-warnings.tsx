import { type ReactNode, useRef } from 'react';
import { Banner } from '../ui/banner.tsx';
import styles from './schedules.module.css';
import { useScheduleWarnings } from './schedules.queries.ts';
import { useDismissals } from './use-dismissals.ts';
import { useRomeMinute } from './use-rome-minute.ts';
import { clockStepInWords, missedInWords } from './warnings-in-words.ts';

const missedName = ({ id }: { id: number }) => `missed:${id}`;
const clockStepName = ({ id }: { id: number }) => `clock-step:${id}`;

/** One amber banner for missed schedules and one for steps of the server's clock; each until this user dismisses it. */
export function ScheduleWarnings({ userId, link }: { userId: number; link: ReactNode }) {
  const warnings = useScheduleWarnings().data;
  const { isDismissed, dismiss } = useDismissals(userId);
  const { today } = useRomeMinute();
  const box = useRef<HTMLDivElement>(null);
  const missed = warnings?.missed.filter((one) => !isDismissed(missedName(one))) ?? [];
  const steps = warnings?.clock_steps.filter((step) => !isDismissed(clockStepName(step))) ?? [];
  const [newestStep] = steps;

  function close(names: readonly string[]) {
    dismiss(names);
    box.current?.focus();
  }

  return (
    <div ref={box} className={styles.warnings} role="status" aria-atomic="false" tabIndex={-1}>
      {missed.length > 0 && (
        <Banner
          kind="warn"
          title={missedInWords(missed, today)}
          dismissal={{
            label: 'Chiudi l’avviso di pianificazioni non eseguite',
            onClose: () => close(missed.map(missedName)),
          }}
        >
          {link}
        </Banner>
      )}
      {newestStep && (
        <Banner
          kind="warn"
          title={clockStepInWords(newestStep, steps.length, today)}
          dismissal={{
            label: 'Chiudi l’avviso sull’orologio del server',
            onClose: () => close(steps.map(clockStepName)),
          }}
        >
          {link}
        </Banner>
      )}
    </div>
  );
}
