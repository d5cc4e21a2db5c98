import { formatDateTime } from '../platform/date-format.ts';
import { alertTitle, describeOverride, describeTargets, STATE_LABELS } from './describe-alert.ts';
import { type HoursRow, isEmptyRow } from './hours-rows.ts';

/** The hours as a table, for those who do not see the lanes. */
export function HoursTable({ rows, now }: { rows: readonly HoursRow[]; now: string }) {
  return (
    <div className="sr">
      <table>
        <caption>Allerte e pianificazioni delle prossime 72 ore, {now}</caption>
        <thead>
          <tr>
            <th scope="col">Riga</th>
            <th scope="col">Che cosa</th>
            <th scope="col">Stato</th>
            <th scope="col">A chi</th>
          </tr>
        </thead>
        <tbody>{rows.map(cellsOf)}</tbody>
      </table>
    </div>
  );
}

function cellsOf(row: HoursRow) {
  const { label, alerts, overridden, planned } = row;
  if (isEmptyRow(row)) {
    return (
      <tr key={label}>
        <th scope="row">{label}</th>
        <td colSpan={3}>Nulla</td>
      </tr>
    );
  }
  return [
    ...alerts.map((alert) => (
      <tr key={`${label} a${alert.id}`}>
        <th scope="row">{label}</th>
        <td>
          {alert.drill && 'PROVA '}
          {alertTitle(alert)}
        </td>
        <td>
          {STATE_LABELS[alert.state]}
          {alert.state === 'proposta' && ', se confermi'}
        </td>
        <td>{describeTargets(alert)}</td>
      </tr>
    )),
    ...overridden.map(({ id, from, to, color, drill, devices, authors }) => (
      <tr key={`${label} ${id}`}>
        <th scope="row">{label}</th>
        <td>
          {drill && 'PROVA '}
          {describeOverride(to)}: {color}, da {formatDateTime(from)}
        </td>
        <td>Comando manuale di {authors.join(', ')}</td>
        <td>{devices.map(({ name }) => name).join(', ')}</td>
      </tr>
    )),
    ...planned.map(({ id, from, to, words, whom }) => (
      <tr key={`${label} ${id}`}>
        <th scope="row">{label}</th>
        <td>
          {words}, {formatDateTime(from)}
          {to !== null && ` – ${formatDateTime(to)}`}
        </td>
        <td>Prevista</td>
        <td>{whom}</td>
      </tr>
    )),
  ];
}
