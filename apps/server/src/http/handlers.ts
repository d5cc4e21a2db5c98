import type { Accepted, Answer, Route } from '@semaforo/contract/api/route';
import type { Actor } from '../platform/actor.ts';
import type { Refusal } from '../platform/refusal.ts';
import type { SerializedJson } from './serialized-json.ts';
import type { StoredFile } from './stored-file.ts';
import type { StreamedText } from './streamed-text.ts';

/** What a handler gets: the checked input, the caller (undefined on a public route) and the address of the caller. */
export type Call<R extends Route> = Accepted<R> & {
  actor: R['access'] extends 'public' ? undefined : Actor;
  sessionId: R['access'] extends 'public' ? undefined : number;
  address: string;
  /** Names the request in the log, and what follows from it through to the device. */
  requestId: string;
  browser: CallingBrowser;
  /** When the request arrived (epoch ms); on a route of a press, when that happened. */
  pressedAt: number;
  /** The caller's `Idempotency-Key`, on a route that honours one. */
  idempotencyKey?: string;
};

/** What the browser of the caller sends and keeps besides the API itself. */
export type CallingBrowser = {
  /** The `Cookie` header. */
  cookies: string | undefined;
  userAgent: string | undefined;
  /** Of the address in the browser, such as 'https://semaforo.comune.example', by what a trusted proxy says. */
  origin: string;
  /** True when the connection is encrypted, also by a trusted proxy. */
  isSecure: boolean;
  /** Adds a `Set-Cookie` header to the answer. */
  setCookie: (cookie: string) => void;
};

type HandlerAnswer<R extends Route> = Answer<R> | SerializedJson | StreamedText | StoredFile | Refusal;

export type Handler<R extends Route> = (call: Call<R>) => HandlerAnswer<R> | Promise<HandlerAnswer<R>>;

/** One handler for each route of a table. A missing one does not compile. */
export type Handlers<Table extends Record<string, Route>> = { [Name in keyof Table]: Handler<Table[Name]> };
