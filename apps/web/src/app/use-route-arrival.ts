import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Titles the document, and after a change of screen moves the focus to its h1, so that the keyboard and screen readers start there. */
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
