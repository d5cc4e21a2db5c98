import type { ReactNode } from 'react';
import { saveFile } from '../platform/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Select } from '../ui/select.tsx';
import { type Column, csvOfRows, type Sorting } from './columns.ts';
import styles from './list-tools.module.css';

type ListToolsProps<Row> = {
  /** The name of the file, without its ending. */
  file: string;
  /** Those that are shown, in the order in which they are. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  /** True where no heads of columns are drawn in any window. */
  headless?: boolean;
  /** The search. */
  children?: ReactNode;
};

const OWN_ORDER = '';

/** What stands above a list: its search, the order where its heads are not drawn, and its rows as a file. */
export function ListTools<Row>({ file, rows, columns, sorting, onSort, ...more }: ListToolsProps<Row>) {
  const { headless = false, children } = more;
  const orders = columns.filter(({ value }) => value !== undefined);
  return (
    <div className={styles.tools}>
      {children !== undefined && <div className={styles.search}>{children}</div>}
      <div className={styles.order} data-headless={headless}>
        <Select
          label="Ordina per"
          options={[
            { value: OWN_ORDER, label: 'Ordine dell’elenco' },
            ...orders.map(({ title }) => ({ value: title, label: title })),
          ]}
          value={sorting?.title ?? OWN_ORDER}
          onChange={({ target: { value } }) =>
            onSort(value === OWN_ORDER ? null : { title: value, descending: false })
          }
        />
      </div>
      <Button
        variant="outline"
        disabled={rows.length === 0}
        onClick={() =>
          saveFile(`${file}.csv`, new Blob(['\uFEFF', csvOfRows(rows, columns)], { type: 'text/csv' }))
        }
      >
        <Icon name="download" small />
        CSV
      </Button>
    </div>
  );
}
