import { othersInWords } from '@semaforo/contract/domain/italian';
import { UserTextList } from '../ui/user-text-list.tsx';

const SHOWN_IN_FULL = 5;

/** The names of a schedule's devices: up to five in full, the others behind a button; nothing when the schedule does not say. */
export function ScheduleDevices({ names }: { names: readonly string[] | undefined }) {
  if (names === undefined) return null;
  if (names.length === 0) return 'Nessuno';
  const first = <UserTextList texts={names.slice(0, SHOWN_IN_FULL)} />;
  const others = names.slice(SHOWN_IN_FULL);
  if (others.length === 0) return first;
  return (
    <>
      {first}
      <details>
        <summary>… e {othersInWords(others.length)}</summary>
        <UserTextList texts={others} />
      </details>
    </>
  );
}
