import { othersInWords } from '@semaforo/contract/domain/italian';
import { UserTextList } from '../ui/user-text-list.tsx';

const SHOWN_IN_FULL = 5;

type ScheduleDevicesProps = {
  /** Perhaps not all of them. */
  names: readonly string[] | undefined;
  total: number;
};

/** The names of a schedule's devices: five in full, the others in a list to open; nothing when they are unknown. */
export function ScheduleDevices({ names, total }: ScheduleDevicesProps) {
  if (names === undefined) return null;
  if (names.length === 0) return 'Nessuno';
  const first = <UserTextList texts={names.slice(0, SHOWN_IN_FULL)} />;
  const others = names.slice(SHOWN_IN_FULL);
  if (others.length === 0) return first;
  return (
    <>
      {first}
      <details>
        <summary>… e {othersInWords(Math.max(total, names.length) - SHOWN_IN_FULL)}</summary>
        <UserTextList texts={others} />
        {total > names.length && ` … e ${othersInWords(total - names.length)}`}
      </details>
    </>
  );
}
