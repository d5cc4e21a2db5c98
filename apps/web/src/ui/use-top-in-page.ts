import { type RefObject, useLayoutEffect, useState } from 'react';

/** The distance of the element from the top of the page (px). It follows what opens and closes above the element. */
export function useTopInPage(box: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);

  useLayoutEffect(() => {
    const measure = () =>
      setTop((known) => Math.round((box.current?.getBoundingClientRect().top ?? known - scrollY) + scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box]);

  return top;
}
