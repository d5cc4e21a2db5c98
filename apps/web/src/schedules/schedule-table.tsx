import type { Schedule } from '@semaforo/contract/api/schedules';
import { type ReactNode, useState } from 'react';
import { ColorTag } from '../lamps/color-tag.tsx';
import { type Sorting, sortedRows } from '../lists/columns.ts';
import { ListTools } from '../lists/list-tools.tsx';
import { SortHeads } from '../lists/sort-heads.tsx';
import { Table } from '../ui/table.tsx';
import { UserText } from '../ui/user-text.tsx';
import { scheduleColumns } from './schedule-columns.ts';
import { ScheduleDevices } from './schedule-devices.tsx';
import { scheduleMoment } from './schedule-moment.ts';
import styles from './schedules.module.css';

type ScheduleTableProps = {
  caption: string;
  schedules: readonly Schedule[];
  /** The heading and the cells of the last column; `text` of those that say something. */
  lastColumn: {
    heading: string;
    draw: (schedule: Schedule) => ReactNode;
    text?: (schedule: Schedule) => string;
  };
};

/** Schedules, one per row, in the given order or by a column. */
export function ScheduleTable({ caption, schedules, lastColumn }: ScheduleTableProps) {
  const [sorting, setSorting] = useState<Sorting>(null);
  const columns = scheduleColumns({ title: lastColumn.heading, text: lastColumn.text });
  const rows = sortedRows(schedules, columns, sorting);
  const order = { columns, sorting, onSort: setSorting };
  return (
    <>
      <ListTools file={caption.toLowerCase().replaceAll(' ', '-')} rows={rows} {...order} />
      <Table caption={caption} captionHidden stickyHead>
        <thead>
          <tr>
            <SortHeads {...order} />
          </tr>
        </thead>
        <tbody>
          {rows.map((schedule) => (
            <tr key={schedule.id}>
              <ScheduleCells schedule={schedule} />
              <td data-l={lastColumn.heading}>{lastColumn.draw(schedule)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

function ScheduleCells({ schedule }: { schedule: Schedule }) {
  const { date, time } = scheduleMoment(schedule.execute_at);
  return (
    <>
      <td data-l="Colore">
        {/* Dashed, the sign of a request: only a device's report makes a color solid. */}
        <ColorTag status={schedule.color} as="requested" small />
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
    </>
  );
}
