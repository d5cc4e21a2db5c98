import type { Alert } from '@semaforo/contract/api/alerts';
import { gravityOf } from '@semaforo/contract/domain/alert-rules';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useAlerts } from '../alerts/alerts.queries.ts';

/** Most days no alert is in course. */
const LoweringQuestion = lazy(async () => ({
  default: (await import('../alerts/lowering-question.tsx')).LoweringQuestion,
}));

type Lowered = { alert: Alert; color: SignalColor; count: number };

/**
 * `askIfLower` does an act on signals at once, or asks first when it lowers an alert in course on some of them;
 * `question` is to be drawn.
 */
export function useLoweringQuestion(): {
  question: ReactNode;
  askIfLower: (color: SignalColor, deviceIds: ReadonlySet<number>, act: () => void) => void;
} {
  const { alerts } = useAlerts();
  const [open, setOpen] = useState<Lowered & { proceed: () => void }>();
  const close = () => setOpen(undefined);
  const question = open && (
    <Suspense>
      <LoweringQuestion
        alert={open.alert}
        color={open.color}
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
    askIfLower: (color, deviceIds, act) => {
      const lowered = loweredBy(alerts, color, deviceIds);
      if (lowered) setOpen({ ...lowered, proceed: act });
      else act();
    },
  };
}

/** The gravest real alert in course that the color lowers on some of the signals. */
function loweredBy(
  alerts: readonly Alert[],
  color: SignalColor,
  deviceIds: ReadonlySet<number>,
): Lowered | undefined {
  return alerts
    .filter((alert) => alert.state === 'in corso' && !alert.drill)
    .sort((a, b) => gravityOf(b.color) - gravityOf(a.color))
    .filter((alert) => gravityOf(color) < gravityOf(alert.color))
    .map((alert) => ({ alert, color, count: alert.devices.filter((id) => deviceIds.has(id)).length }))
    .find(({ count }) => count > 0);
}
