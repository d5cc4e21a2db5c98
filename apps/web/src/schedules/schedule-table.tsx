import type { Schedule } from '@semaforo/contract/api/schedules';
import type { ReactNode } from 'react';
import { ColourTag } from '../lamps/colour-tag.tsx';
import { Table } from '../ui/table.tsx';
import { UserText } from '../ui/user-text.tsx';
import { ScheduleDevices } from './schedule-devices.tsx';
import { scheduleMoment } from './schedule-moment.ts';
import styles from './schedules.module.css';

type ScheduleTableProps = {
  caption: string;
  schedules: readonly Schedule[];
  /** The heading and the cells of the last column. */
  lastColumn: { heading: string; draw: (schedule: Schedule) => ReactNode };
};

/** Schedules, one per row. */
export function ScheduleTable({ caption, schedules, lastColumn }: ScheduleTableProps) {
  return (
    <Table caption={caption} captionHidden>
      <thead>
        <tr>
          <th scope="col">Colore</th>
          <th scope="col">Data</th>
          <th scope="col">Ora</th>
          <th scope="col">Utente</th>
          <th scope="col">Su Dispositivi</th>
          <th scope="col">{lastColumn.heading}</th>
        </tr>
      </thead>
      <tbody>
        {schedules.map((schedule) => {
          const { date, time } = scheduleMoment(schedule.execute_at);
          return (
            <tr key={schedule.id}>
              <td data-l="Colore">
                {/* Dashed, the sign of a request: only a device's report makes a colour solid. */}
                <ColourTag status={schedule.color} as="requested" small />
              </td>
              <td data-l="Data" className="nw">
                {date}
              </td>
              <td data-l="Ora" className="nw">
                {time}
              </td>
              <td data-l="Utente" className={styles.user}>
                {schedule.username}
              </td>
              <td data-l="Su Dispositivi" className={styles.devices}>
                <div>
                  {schedule.group && (
                    <>
                      <b>
                        <UserText>{schedule.group}</UserText>
                      </b>{' '}
                    </>
                  )}
                  <ScheduleDevices names={schedule.devices} total={schedule.total} />
                </div>
              </td>
              <td data-l={lastColumn.heading}>{lastColumn.draw(schedule)}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
