import { vi } from 'vitest';

type Answered = [status: number, body: unknown];

/** What a path answers; `silent`: nothing yet, the call stays open. */
type FakeAnswer = Answered | Promise<Answered> | 'silent';

/** An answer that comes when the test gives it. */
export function lateAnswer(): { answer: Promise<Answered>; give: (...answered: Answered) => void } {
  let settle: (answered: Answered) => void = () => undefined;
  const answer = new Promise<Answered>((resolve) => {
    settle = resolve;
  });
  return { answer, give: (...answered) => settle(answered) };
}

/** Answers every call of `fetch` with what the test says for its path, or for its method and path (`PUT /api/…`): `[status, body]`. What it does not name is refused with 404. */
export function fakeServer(answers: Record<string, FakeAnswer>) {
  const fetchMock = vi.fn(async ({ pathname }: URL, { method }: RequestInit) => {
    const answer = answers[`${method} ${pathname}`] ??
      answers[pathname] ?? [404, { error: 'Non trovato', code: 'not-found' }];
    if (answer === 'silent') return new Promise<Response>(() => undefined);
    const [status, body] = await answer;
    return new Response(status === 204 ? null : JSON.stringify(body), { status });
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
