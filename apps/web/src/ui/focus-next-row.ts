/** Moves the focus from a table row that is about to go to the first button of the next one, else of the one before, else to the table's scroller. */
export function focusNextRow(row: HTMLTableRowElement | null): void {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const target = neighbour?.querySelector('button') ?? row?.closest('section');
  target?.focus();
}
