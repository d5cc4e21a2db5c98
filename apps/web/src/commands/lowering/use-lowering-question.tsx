import type { Alert } from '@semaforo/contract/api/alerts';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { gravityOf } from '@semaforo/contract/domain/what-applies';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { alertsQuery } from '../../api/alerts.ts';

/** Most days no alert is in course. */
const LoweringQuestion = lazy(async () => ({
  default: (await import('./lowering-question.tsx')).LoweringQuestion,
}));

/** What a command gives to a signal; null when that is not known here, because it is what the signal showed before. */
type Target = { deviceId: number | null; value: DeviceStatus | null };

type Lowered = { alert: Alert; value: DeviceStatus | null; count: number };

/**
 * `askIfLower` does an act on signals at once, or asks first when it lowers, or may lower, an alert in course on some
 * of them; `question` is to be drawn.
 */
export function useLoweringQuestion(): {
  question: ReactNode;
  askIfLower: (targets: readonly Target[], act: () => void) => void;
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

/** The gravest real alert in course that is lowered on some of the signals; `value` null: not to one color. */
function loweredBy(alerts: readonly Alert[], targets: readonly Target[]): Lowered | undefined {
  return alerts
    .filter((alert) => alert.state === 'in corso' && !alert.drill)
    .sort((a, b) => gravityOf(b.color) - gravityOf(a.color))
    .map((alert) => {
      const ids = new Set<number | null>(alert.devices);
      const lowered = targets.filter(
        ({ deviceId, value }) =>
          ids.has(deviceId) && (value === null || gravityOf(value) < gravityOf(alert.color)),
      );
      const [value = null, ...others] = new Set(lowered.map((target) => target.value));
      return { alert, value: others.length === 0 ? value : null, count: lowered.length };
    })
    .find(({ count }) => count > 0);
}
