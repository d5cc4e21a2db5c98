import { type RefObject, useLayoutEffect, useState } from 'react';
import { useTopInPage } from '../../ui/use-top-in-page.ts';

const CARD_MIN_PX = 236;
export const GRID_GAP_PX = 12;

/**
 * How many columns of cards fit in the element, and its distance from the top of the page (px). Both follow changes of
 * the page.
 */
export function useGridGeometry(box: RefObject<HTMLElement | null>): { columns: number; top: number } {
  const [columns, setColumns] = useState(1);
  const top = useTopInPage(box);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () =>
      setColumns(Math.max(1, Math.floor((element.clientWidth + GRID_GAP_PX) / (CARD_MIN_PX + GRID_GAP_PX))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);

  return { columns, top };
}
