import type { Schedule } from '@semaforo/contract/api/schedules';
import { formatOthers } from '@semaforo/contract/domain/italian';
import { type ReactNode, useState } from 'react';
import { ColorTag } from '../lamps/color-tag.tsx';
import { type Column, type Sorting, sortedRows } from '../lists/columns.ts';
import { ListTools } from '../lists/list-tools.tsx';
import { SortHeads } from '../lists/sort-heads.tsx';
import { Table } from '../ui/table.tsx';
import { UserText } from '../ui/user-text.tsx';
import { UserTextList } from '../ui/user-text-list.tsx';
import { scheduleMoment } from './schedule-moment.ts';
import styles from './schedules.module.css';

const SHOWN_IN_FULL = 5;

type ScheduleDevicesProps = {
  /** Perhaps not all of them. */
  names: readonly string[] | undefined;
  total: number;
};

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

/** By which schedules are sorted, and what a file says of them. `last`: the column that the list adds. */
function scheduleColumns(last: {
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
    { title: 'Su Dispositivi', value: ({ total }) => total, text: formatDevices },
    { title: last.title, ...(last.text && { value: last.text }) },
  ];
}

function formatDevices({ group, devices }: Schedule): string {
  // Schedules of former versions may lack both.
  return [group, devices].flat().filter(Boolean).join('; ');
}

/** The names of a schedule's devices: five in full, the others in a list to open; nothing when they are unknown. */
function ScheduleDevices({ names, total }: ScheduleDevicesProps) {
  if (names === undefined) return null;
  if (names.length === 0) return 'Nessuno';
  const first = <UserTextList texts={names.slice(0, SHOWN_IN_FULL)} />;
  const others = names.slice(SHOWN_IN_FULL);
  if (others.length === 0) return first;
  return (
    <>
      {first}
      <details>
        <summary>… e {formatOthers(Math.max(total, names.length) - SHOWN_IN_FULL)}</summary>
        <UserTextList texts={others} />
        {total > names.length && ` … e ${formatOthers(total - names.length)}`}
      </details>
    </>
  );
}
