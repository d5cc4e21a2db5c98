import { type RefObject, useLayoutEffect, useState } from 'react';

const CARD_MIN_PX = 236;
export const GRID_GAP_PX = 12;

/** How many columns of cards fit in the element, and how far below the top of the page it starts (px); followed as the page changes. */
export function useGridGeometry(box: RefObject<HTMLElement | null>): { columns: number; top: number } {
  const [geometry, setGeometry] = useState({ columns: 1, top: 0 });

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => {
      const columns = Math.max(
        1,
        Math.floor((element.clientWidth + GRID_GAP_PX) / (CARD_MIN_PX + GRID_GAP_PX)),
      );
      const top = Math.round(element.getBoundingClientRect().top + scrollY);
      setGeometry((known) => (known.columns === columns && known.top === top ? known : { columns, top }));
    };
    measure();
    // What stands above the grid opens and closes: the page's height tells.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box]);

  return geometry;
}
