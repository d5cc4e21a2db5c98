import { type Address, addresses } from '@semaforo/contract/api/addresses';
import type { Failure } from '@semaforo/contract/api/failure';
import type { Answer, RefusalStatus, Route } from '@semaforo/contract/api/route';
import type { RouteName, Routes } from '@semaforo/contract/api/routes';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

type Success<R extends Route> = R['success'] extends { status: infer Status extends number; body: unknown }
  ? [status: Status, body: Answer<R>]
  : [status: 204, body: null];

/** What the server says when it does not do what it is asked; a failure of 500 may have no sentence. */
export type Refusal =
  | [status: RefusalStatus | 400 | 429 | 503, body: Failure]
  | [status: 500, body: Failure | object];

/** The answer of a route: its status and body, typed by the contract. */
export type Reply<Name extends RouteName> = Success<Routes[Name]> | Refusal;

/** The replies of the routes that a test needs. `silent`: the call stays open; `unreachable`: the network fails. */
export type Answers = { [Name in RouteName]?: Reply<Name> | Promise<Reply<Name>> | 'silent' | 'unreachable' };

/** The ETags of the answers: who knows the tag is answered 304. */
type Tags = { [Name in RouteName]?: string };

/** One call that the page made. */
type Call = { route: RouteName; url: URL; params: object; body: unknown; headers: Headers };

const NOT_FOUND: Refusal = [404, { error: 'Non trovato', code: 'not-found' }];
/** Paths without parameters first: `/api/commands/history` is no `/api/commands/:commandId`. */
const ROUTES = Object.entries(addresses).toSorted(
  ([, one], [, other]) => Number(one.path.includes(':')) - Number(other.path.includes(':')),
) as [RouteName, Address][];
const METHODS = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete };

const server = setupServer();

/** Starts the fake server with each test file; answers of one test do not reach the next. */
export function runFakeServer() {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}

/** Lets requests through to the network, in a test file that starts a server of its own. */
export function letRequestsThrough() {
  beforeAll(() => server.close());
}

/** A reply of that route that comes when the test gives it. */
export function lateReply<Name extends RouteName>(_route: Name) {
  let give: (...reply: Reply<Name>) => void = () => undefined;
  const reply = new Promise<Reply<Name>>((resolve) => {
    give = (...given) => resolve(given);
  });
  return { reply, give };
}

/**
 * Answers each route as the test says, and refuses the others with 404. It reads `answers` at each call: a test may
 * change the object. Returns what the page has sent so far: all calls, those to one route, or their bodies.
 */
export function fakeServer(answers: Answers, tags: Tags = {}) {
  const calls: Call[] = [];
  server.resetHandlers(...ROUTES.map((route) => handlerOf(route, { answers, tags, calls })));
  const callsOf = (name: RouteName) => calls.filter(({ route }) => route === name);
  return { calls, callsOf, bodiesOf: (name: RouteName) => callsOf(name).map(({ body }) => body) };
}

function handlerOf(
  [route, { method, path }]: [RouteName, Address],
  { answers, tags, calls }: { answers: Answers; tags: Tags; calls: Call[] },
) {
  return METHODS[method](path, async ({ request, params }) => {
    const text = await request.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    calls.push({ route, url: new URL(request.url), params, body, headers: request.headers });
    const reply = answers[route] ?? NOT_FOUND;
    if (reply === 'silent') return new Promise<never>(() => undefined);
    if (reply === 'unreachable') return HttpResponse.error();
    const [status, answer] = await reply;
    const tag = tags[route];
    const headers = tag === undefined ? {} : { etag: tag };
    if (tag !== undefined && request.headers.get('if-none-match') === tag) {
      return new HttpResponse(null, { status: 304, headers });
    }
    return status === 204
      ? new HttpResponse(null, { status })
      : HttpResponse.json(answer, { status, headers });
  });
}
