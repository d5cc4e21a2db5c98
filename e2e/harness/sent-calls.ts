import type { Page } from '@playwright/test';

/** Collects the calls with that method and path that this page makes from now on; `path` has no query. */
export function sentCalls(
  page: Page,
  { method, path }: { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string },
): readonly string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) sent.push(request.url());
  });
  return sent;
}
