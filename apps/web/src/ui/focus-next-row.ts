/**
 * Moves the focus away from a table row that is about to be removed: to the first button of the next row, else of the
 * previous row, else to the scroller of the table.
 */
export function focusNextRow(row: HTMLTableRowElement | null): void {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const target = neighbour?.querySelector('button') ?? row?.closest('section');
  target?.focus();
}
