import type { z } from 'zod';
import type { Address } from './addresses.ts';

export type RefusalStatus = 401 | 403 | 404 | 409 | 422;

/** The type of a body that is not JSON. Its schema is then one of text. */
export type TextType = 'text/csv';

/** A route without its address: what it takes and what it answers. */
type RouteDefinition = {
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The largest size of a JSON body that may be longer than the others. */
  maxBytes?: number;
  /**
   * A JSON body larger than usual. The arrays of numbers of the member `emptied` are not parsed with it; what is left
   * may be a megabyte.
   */
  large?: { maxBytes: number; emptied: string };
  /** The type and largest size of a request body that is not JSON. */
  consumes?: { type: TextType; maxBytes: number };
  /** The type of an answer that is not JSON, and of a table the name under which a browser saves it. */
  produces?: { type: TextType; fileName: string } | { type: 'image/*' | 'application/octet-stream' };
  /** The answer shows a secret: nothing on its way may keep it. */
  secret?: true;
  /** The status of success and the schema of its body; none for 204. */
  success: { status: 200 | 201; body: z.ZodType } | { status: 204 };
  /** The statuses with which the route may refuse, besides those of every route and those of its input and access. */
  refusals?: readonly RefusalStatus[];
};

/** One call of the API. The server checks input and answer by it; the web client is typed by it. */
export type Route = Address & RouteDefinition;

/** Joins an address and its definition into a route; keeps the exact type of both. */
export function defineRoute<const A extends Address, const D extends RouteDefinition>(
  address: A,
  definition: D,
): A & D {
  return { ...address, ...definition };
}

type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Field<R extends Route, Name extends 'params' | 'query' | 'body'> = R[Name];

/** What the server's handler gets, once the input is checked. */
export type Accepted<R extends Route> = {
  params: Output<Field<R, 'params'>>;
  query: Output<Field<R, 'query'>>;
  body: Output<Field<R, 'body'>>;
};

/** What a client sends. */
export type Sent<R extends Route> = {
  params: Input<Field<R, 'params'>>;
  query: Input<Field<R, 'query'>>;
  body: Input<Field<R, 'body'>>;
};

/** What a successful call answers; undefined for 204. */
export type Answer<R extends Route> = R['success'] extends { body: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
