import type { Page } from '@playwright/test';

/** Gathers the calls of that kind that this page makes from now on; `path` is the whole path, without the query. */
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
