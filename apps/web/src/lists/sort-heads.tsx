import { type Column, nextSorting, type Sorting } from './columns.ts';
import styles from './list-tools.module.css';

type SortHeadsProps<Row> = {
  columns: readonly Column<Row>[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
};

/** The heads of a table, whose columns are sorted by a press; the sign beside the word says which way. */
export function SortHeads<Row>({ columns, sorting, onSort }: SortHeadsProps<Row>) {
  return columns.map(({ title, value, isNumber, className }) => (
    <th
      key={title}
      scope="col"
      className={className}
      data-cell={isNumber ? 'number' : undefined}
      aria-sort={sorting?.title === title ? (sorting.descending ? 'descending' : 'ascending') : undefined}
    >
      {value === undefined ? (
        title
      ) : (
        <button type="button" className={styles.head} onClick={() => onSort(nextSorting(sorting, title))}>
          {title}
        </button>
      )}
    </th>
  ));
}
