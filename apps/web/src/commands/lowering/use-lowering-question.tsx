import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { alertsQuery } from '../../api/alerts.ts';
import { type Lowered, type LoweringTarget, loweredBy } from './lowered-by.ts';

/** Most days no alert is in course. */
const LoweringQuestion = lazy(async () => ({
  default: (await import('./lowering-question.tsx')).LoweringQuestion,
}));

/**
 * `askIfLower` does an act on signals at once, or asks first when it lowers, or may lower, an alert in course on some
 * of them; `question` is to be drawn.
 */
export function useLoweringQuestion(): {
  question: ReactNode;
  askIfLower: (targets: readonly LoweringTarget[], act: () => void) => void;
} {
  const { data: alerts = [] } = useQuery(alertsQuery);
  const [open, setOpen] = useState<Lowered & { proceed: () => void }>();
  const close = () => setOpen(undefined);
  const question = open && (
    <Suspense>
      <LoweringQuestion
        alert={open.alert}
        value={open.value}
        count={open.count}
        onCancel={close}
        onConfirm={() => {
          close();
          open.proceed();
        }}
      />
    </Suspense>
  );
  return {
    question,
    askIfLower: (targets, act) => {
      const lowered = loweredBy(alerts, targets);
      if (lowered) setOpen({ ...lowered, proceed: act });
      else act();
    },
  };
}
