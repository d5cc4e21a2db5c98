import { wholeNumber } from '@semaforo/contract/domain/italian';
import { lazy, Suspense } from 'react';
import { ColorLabel } from '../lamps/color-label.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import { Table } from '../ui/table.tsx';
import styles from './history.module.css';
import type { ColorCount } from './history-counts.ts';

const HistoryChart = lazy(async () => ({ default: (await import('./history-chart.tsx')).HistoryChart }));

type HistoryFiguresProps = {
  counts: readonly ColorCount[];
  note: string | undefined;
};

/** The commands per color: a bar chart, and beside it the same figures in words. */
export function HistoryFigures({ counts, note }: HistoryFiguresProps) {
  return (
    <Panel label="Comandi inviati per colore">
      <div className={layoutStyles.head}>
        <h2>Comandi inviati per colore</h2>
        {note !== undefined && <p className="muted small">{note}</p>}
      </div>
      <div className={styles.figures}>
        <div className={styles.chart} aria-hidden="true">
          <div className={styles.canvas}>
            <Suspense>
              <HistoryChart counts={counts} />
            </Suspense>
          </div>
          <div className={styles.marks}>
            {counts.map(({ color }) => (
              <span key={color}>
                <ColorLabel color={color} />
              </span>
            ))}
          </div>
        </div>
        <Table caption="Comandi per colore" captionHidden>
          <thead>
            <tr>
              <th scope="col">Colore</th>
              <th scope="col" data-cell="number">
                Comandi
              </th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ color, count }) => (
              <tr key={color}>
                <td>
                  <span className={layoutStyles.row}>
                    <ColorLabel color={color} />
                  </span>
                </td>
                <td data-cell="number">
                  <b>{wholeNumber(count)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Panel>
  );
}
