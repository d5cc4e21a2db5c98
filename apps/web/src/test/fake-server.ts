import { vi } from 'vitest';

/** What a path answers; `silent`: nothing yet, the call stays open. */
type FakeAnswer = [status: number, body: unknown] | 'silent';

/** Answers every call of `fetch` with what the test says for its path: `[status, body]`. A path it does not name is refused with 404. */
export function fakeServer(answers: Record<string, FakeAnswer>) {
  const fetchMock = vi.fn((address: URL, _init: RequestInit) => {
    const answer = answers[address.pathname] ?? [404, { error: 'Non trovato', code: 'not-found' }];
    if (answer === 'silent') return new Promise<Response>(() => undefined);
    const [status, body] = answer;
    return Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status }));
  });
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
}
