/** Takes the height of the table rows that are not in the DOM. */
export function RowGap({ heightPx }: { heightPx: number }) {
  return heightPx > 0 && <tr style={{ height: heightPx }} />;
}
