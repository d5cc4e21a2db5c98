/** Stands in a table for the rows above or below those in the page. */
export function RowGap({ heightPx }: { heightPx: number }) {
  return heightPx > 0 && <tr style={{ height: heightPx }} />;
}
