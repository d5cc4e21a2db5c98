import type { Page } from '@playwright/test';

type Refusal = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The whole path, without the query. */
  path: string | RegExp;
  /** When it is absent, the call does not reach any server. */
  answer?: { status: number; error?: string };
};

/** Makes that call of this page fail until the returned function is called. */
export async function refuse(page: Page, { method, path, answer }: Refusal): Promise<() => Promise<void>> {
  const meant = ({ pathname }: URL) => (typeof path === 'string' ? pathname === path : path.test(pathname));
  await page.route(meant, (route) => {
    if (route.request().method() !== method) return route.fallback();
    if (answer === undefined) return route.abort();
    const { status, error } = answer;
    return route.fulfill({ status, json: error === undefined ? {} : { error, code: 'made-to-fail' } });
  });
  return () => page.unroute(meant);
}
