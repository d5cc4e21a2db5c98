import { type RefObject, useLayoutEffect, useState } from 'react';

/** How far the element starts below the top of the page (px); followed as what stands above it opens and closes. */
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
