import { labelOf } from '@semaforo/contract/domain/label';
import { useDevicesOfType } from '../devices/list/use-devices-of-type.ts';
import { useGroups } from '../groups/groups.queries.ts';
import { PlansView } from '../plans/plans-view.tsx';
import { ScheduleOutcome } from '../schedules/schedule-outcome.tsx';
import { SchedulesView } from '../schedules/schedules-view.tsx';

/** What is planned once and what recurs, then the schedules that have ended. */
export function ScheduledScreen() {
  const signals = useDevicesOfType('semaforo').devices ?? [];
  const lanterns = useDevicesOfType('lanterna').devices ?? [];
  return (
    <SchedulesView title="Pianificazioni Attive">
      <PlansView
        devicesOf={{ semaforo: signals.map(named), lanterna: lanterns.map(named) }}
        groups={useGroups()}
        drawOutcome={(time) => <ScheduleOutcome schedule={time} />}
      />
    </SchedulesView>
  );
}

function named(device: Parameters<typeof labelOf>[0] & { id: number }) {
  return { id: device.id, name: labelOf(device) };
}
