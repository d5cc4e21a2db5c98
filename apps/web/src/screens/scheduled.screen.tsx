import { labelOf } from '@semaforo/contract/domain/label';
import { useGroups } from '../commands/groups.queries.ts';
import { useDevicesOfType } from '../devices/list/use-devices-of-type.ts';
import { PlansView } from '../scheduling/plans-view.tsx';
import { ScheduleOutcome } from '../scheduling/schedule-outcome.tsx';
import { SchedulesView } from '../scheduling/schedules-view.tsx';

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
