import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef } from 'react';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { parseStored } from '../platform/parse-stored.ts';
import { useStore } from '../platform/store.ts';
import { createStoredText } from '../platform/stored-text.ts';
import { Banner } from '../ui/banner.tsx';
import { describeClockStep, formatMissed } from './describe-warnings.ts';
import styles from './schedules.module.css';
import { useRomeMinute } from './use-rome-minute.ts';

/** More than the server reports in a day; the oldest are forgotten. */
const MAX_REMEMBERED = 5000;

const missedName = ({ id }: { id: number }) => `missed:${id}`;
const clockStepName = ({ id }: { id: number }) => `clock-step:${id}`;

/** One amber banner for missed schedules and one for steps of the server's clock; each until this user dismisses it. */
export function ScheduleWarnings({ userId, link }: { userId: number; link: ReactNode }) {
  // Its key begins with that of the schedules: it is read again with them.
  const { data: warnings } = useQuery({
    queryKey: queryKeys.scheduleWarnings,
    queryFn: ({ signal }) => callRoute('listScheduleWarnings', { signal }),
  });
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
          title={formatMissed(missed, today)}
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
          title={describeClockStep(newestStep, steps.length, today)}
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

/** The warnings that a user dismissed in this browser, by names such as `missed:12`, and a function to dismiss more. */
function useDismissals(userId: number) {
  const storedNames = useMemo(() => createStoredText(`dismissedWarnings:${userId}`), [userId]);
  const dismissed = namesIn(useStore(storedNames));
  return {
    isDismissed: (name: string) => dismissed.has(name),
    dismiss: (names: readonly string[]) => {
      const all = [...namesIn(storedNames.get()), ...names];
      storedNames.set(JSON.stringify(all.slice(-MAX_REMEMBERED)));
    },
  };
}

function namesIn(stored: string | null): Set<unknown> {
  const names = parseStored(stored);
  return new Set(Array.isArray(names) ? names : []);
}
