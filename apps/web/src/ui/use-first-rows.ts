import { useState } from 'react';

const STEP = 100;

/** The first hundred rows of a long list, and a way to show the next hundred: thousands of buttons make a page slow. */
export function useFirstRows<Row>(rows: readonly Row[]) {
  const [limit, setLimit] = useState(STEP);
  return {
    shown: rows.slice(0, limit),
    hiddenCount: Math.max(0, rows.length - limit),
    showMore: () => setLimit(limit + STEP),
  };
}
