import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo, useRef } from 'react';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { parseStored } from '../platform/parse-stored.ts';
import { useStore } from '../platform/store.ts';
import { createStoredText } from '../platform/stored-text.ts';
import styles from './schedules.module.css';

// Rarely there is one: the first visit does not carry their words.
const WarningBanners = lazy(async () => ({
  default: (await import('./warning-banners.tsx')).WarningBanners,
}));

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
  const box = useRef<HTMLDivElement>(null);
  const missed = warnings?.missed.filter((one) => !isDismissed(missedName(one))) ?? [];
  const steps = warnings?.clock_steps.filter((step) => !isDismissed(clockStepName(step))) ?? [];

  function close(names: readonly string[]) {
    dismiss(names);
    box.current?.focus();
  }

  return (
    <div ref={box} className={styles.warnings} role="status" aria-atomic="false" tabIndex={-1}>
      {missed.length + steps.length > 0 && (
        <Suspense>
          <WarningBanners
            missed={missed}
            steps={steps}
            link={link}
            onCloseMissed={() => close(missed.map(missedName))}
            onCloseSteps={() => close(steps.map(clockStepName))}
          />
        </Suspense>
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
