import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { attention } from '../platform/attention.ts';
import { useStore } from '../platform/store.ts';
import { iconOf, titleOf } from './tab-sign.ts';

/**
 * Sets the document's title and icon. After a change of screen it moves the focus to the h1, where the keyboard and
 * screen readers then start.
 */
export function useRouteArrival(title: string): void {
  const { pathname } = useLocation();
  const arrivedAt = useRef(pathname);

  const problems = useStore(attention);

  useEffect(() => {
    document.title = titleOf(title, problems);
  }, [title, problems]);

  useEffect(() => {
    document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', iconOf(problems));
  }, [problems]);

  useEffect(() => {
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    const heading = document.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }, [pathname]);
}
