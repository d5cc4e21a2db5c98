import { vi } from 'vitest';

/** What a path answers; `silent`: nothing yet, the call stays open. */
type FakeAnswer = [status: number, body: unknown] | 'silent';

/** Answers every call of `fetch` with what the test says for its path, or for its method and path (`PUT /api/…`): `[status, body]`. What it does not name is refused with 404. */
export function fakeServer(answers: Record<string, FakeAnswer>) {
  const fetchMock = vi.fn(({ pathname }: URL, { method }: RequestInit) => {
    const answer = answers[`${method} ${pathname}`] ??
      answers[pathname] ?? [404, { error: 'Non trovato', code: 'not-found' }];
    if (answer === 'silent') return new Promise<Response>(() => undefined);
    const [status, body] = answer;
    return Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status }));
  });
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
}

/** The bodies that the page sent with that method to that path (`PUT /api/…`), in order. */
export function sentBodies(fetchMock: ReturnType<typeof fakeServer>, call: string): unknown[] {
  return fetchMock.mock.calls
    .filter(([address, { method }]) => `${method} ${address.pathname}` === call)
    .map(([, { body }]): unknown => (typeof body === 'string' ? JSON.parse(body) : undefined));
}
