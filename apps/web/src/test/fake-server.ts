import { vi } from 'vitest';

/** Answers every call of `fetch` with what the test says for its path: `[status, body]`. A path it does not name is refused with 404. */
export function fakeServer(answers: Record<string, [status: number, body: unknown]>) {
  const fetchMock = vi.fn((address: URL, _init: RequestInit) => {
    const [status, body] = answers[address.pathname] ?? [404, { error: 'Non trovato', code: 'not-found' }];
    return Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status }));
  });
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
}
