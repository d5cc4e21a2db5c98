import type { Schedule } from '@semaforo/contract/api/schedules';
import type { Column } from '../lists/columns.ts';
import { scheduleMoment } from './schedule-moment.ts';

/** By which schedules are sorted, and what a file says of them. `last`: the column that the list adds. */
export function scheduleColumns(last: {
  title: string;
  text: ((schedule: Schedule) => string) | undefined;
}): Column<Schedule>[] {
  return [
    { title: 'Colore', value: ({ color }) => color },
    {
      title: 'Data',
      value: ({ execute_at }) => Date.parse(execute_at),
      text: ({ execute_at }) => scheduleMoment(execute_at).date,
    },
    { title: 'Ora', value: ({ execute_at }) => scheduleMoment(execute_at).time },
    { title: 'Utente', value: ({ username }) => username },
    { title: 'Su Dispositivi', value: ({ total }) => total, text: devicesInWords },
    { title: last.title, ...(last.text && { value: last.text }) },
  ];
}

function devicesInWords({ group, devices }: Schedule): string {
  // Schedules of former versions may lack both.
  return [group, devices].flat().filter(Boolean).join('; ');
}
