import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Sets the document's title. After a change of screen it moves the focus to the h1, where the keyboard and screen
 * readers then start.
 */
export function useRouteArrival(title: string): void {
  const { pathname } = useLocation();
  const arrivedAt = useRef(pathname);

  useEffect(() => {
    document.title = title === '' ? 'Semaforo' : `${title} · Semaforo`;
  }, [title]);

  useEffect(() => {
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    const heading = document.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, [pathname]);
}
