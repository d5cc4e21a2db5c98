import type { Schedule } from '@semaforo/contract/api/schedules';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { ReactNode } from 'react';
import { Table } from '../ui/table.tsx';
import { ScheduleDevices } from './schedule-devices.tsx';
import { scheduleMoment } from './schedule-moment.ts';
import './schedules.css';

export type DrawStatus = (status: DeviceStatus) => ReactNode;

type ScheduleTableProps = {
  caption: string;
  schedules: readonly Schedule[];
  drawStatus: DrawStatus;
  /** The heading and the cells of the last column. */
  lastColumn: { heading: string; draw: (schedule: Schedule) => ReactNode };
};

/** Schedules, one per row. */
export function ScheduleTable({ caption, schedules, drawStatus, lastColumn }: ScheduleTableProps) {
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
              <td>{drawStatus(schedule.color)}</td>
              <td className="nw">{date}</td>
              <td className="nw">{time}</td>
              <td className="schedule__user">{schedule.username}</td>
              <td className="schedule__devices">
                <ScheduleDevices names={schedule.devices} />
              </td>
              <td>{lastColumn.draw(schedule)}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
