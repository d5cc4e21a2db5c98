import type { Failure } from '@semaforo/contract/api/failure';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseSilent } from '../database/database-lost.ts';
import { whyDiskFails } from '../platform/data-dir.ts';
import type { Logger } from '../platform/logger.ts';
import type { Refusal, RefusalKind } from '../platform/refusal.ts';
import { StrictJsonError } from './strict-json.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What it was answered with when it was refused or failed. */
    failure: Failure | undefined;
  }
}

const STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  unsupported: 415,
  unprocessable: 422,
  'too-many': 429,
  unavailable: 503,
};

/** What Fastify refuses before a handler runs, by error code. */
const FRAMEWORK_FAILURES: Record<string, { status: number; failure: Failure }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    failure: { error: 'Il corpo della richiesta è troppo grande', code: 'body-too-large' },
  },
};

const MALFORMED: Failure = { error: 'Richiesta malformata', code: 'malformed-request' };
const UNEXPECTED: Failure = { error: 'Errore interno del server', code: 'internal-error' };

/** A read can be repeated; for a write it is unknown whether the database stored it. */
const UNREACHED: Failure = {
  error: 'Il server non raggiunge la base di dati: riprova fra poco',
  code: 'database-unavailable',
};
const UNKNOWN_IF_STORED: Failure = {
  error:
    'Il server non raggiunge la base di dati e non sa se è stato salvato: guarda lo storico prima di ripetere',
  code: 'database-unavailable',
};

/** A commit that failed on the disk was taken back: what was asked did not happen. */
function diskFailure(reason: string): Failure {
  return { error: `Non è stato salvato nulla: ${reason}`, code: 'storage-unavailable' };
}

/** Answers a refusal. Only in this file does a kind of refusal become a status. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', String(refusal.retryAfterS));
  const { status, body } = answerOf(refusal);
  reply.request.failure = { error: refusal.message, code: refusal.code };
  return reply.code(status).type('application/json; charset=utf-8').send(body);
}

/** What a refusal is answered with. */
export function answerOf({ kind, message, code }: Refusal): { status: number; body: string } {
  const failure: Failure = { error: message, code };
  return { status: STATUS[kind], body: JSON.stringify(failure) };
}

/**
 * Answers what no route takes: with the methods of the address, if it is one. Where the method is one of them, a part
 * of the address is too long or badly encoded: nothing is there.
 */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = request.server.methodsOf(request.url);
  if (allowed.length === 0 || allowed.includes(request.method)) {
    return sendFailure(reply, 404, { error: 'Non trovato', code: 'not-found' });
  }
  reply.header('allow', allowed.join(', '));
  return sendFailure(reply, 405, {
    error: `A questo indirizzo ${request.method} non è ammesso`,
    code: 'method-not-allowed',
  });
}

/**
 * Answers what a route throws: bad input with its 4xx; anything else is logged once and answered with a 500
 * without details.
 */
export function createErrorHandler(logger: Logger) {
  return (error: FastifyError | StrictJsonError, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof StrictJsonError) {
      return sendFailure(reply, 400, { error: error.message, code: 'invalid-json' });
    }
    if (hasZodFastifySchemaValidationErrors(error)) {
      return sendFailure(reply, 400, { error: validationSentence(error.validation), code: 'invalid-input' });
    }
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
      const expected = request.routeOptions.schema?.consumes?.[0] ?? 'application/json';
      const sentence = `Il corpo della richiesta deve essere ${expected}`;
      return sendFailure(reply, 415, { error: sentence, code: 'unsupported-media-type' });
    }
    const known = FRAMEWORK_FAILURES[error.code];
    if (known) return sendFailure(reply, known.status, known.failure);
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      return sendFailure(reply, error.statusCode, MALFORMED);
    }
    const { status, failure, what } = unexpectedFailure(error, request);
    logger.error({ err: error, method: request.method, url: request.routeOptions.url }, what);
    return sendFailure(reply, status, failure);
  };
}

/** What is answered when no fault of the caller is known, and how it is logged. */
function unexpectedFailure(
  error: unknown,
  { method }: FastifyRequest,
): { status: number; failure: Failure; what: string } {
  const disk = whyDiskFails(error);
  if (disk !== undefined) return { status: 503, failure: diskFailure(disk), what: 'the disk failed' };
  if (isDatabaseSilent(error)) {
    const failure = method === 'GET' ? UNREACHED : UNKNOWN_IF_STORED;
    return { status: 503, failure, what: 'the database gave no answer' };
  }
  return { status: 500, failure: UNEXPECTED, what: 'request failed' };
}

function sendFailure(reply: FastifyReply, status: number, failure: Failure): FastifyReply {
  reply.request.failure = failure;
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(failure));
}

type ValidationIssue = {
  keyword?: string;
  instancePath?: string;
  message?: string;
  params?: { keys?: string[]; issues?: ValidationIssue[] };
};

/** The first fault of the input in Italian: the sentence of the schema, or a general one. */
function validationSentence(validation: readonly unknown[]): string {
  const issue = validation[0] as ValidationIssue | undefined;
  if (!issue) return 'Richiesta non valida';
  if (issue.keyword === 'unrecognized_keys') {
    return `Campo sconosciuto: ${issue.params?.keys?.join(', ') ?? ''}`;
  }
  const sentence = ownSentence(issue) ?? issue.params?.issues?.map(ownSentence).find(Boolean);
  if (sentence !== undefined) return sentence;
  const field = (issue.instancePath ?? '').split('/').filter(Boolean).join('.');
  return field === ''
    ? 'Il corpo della richiesta manca o non è un oggetto'
    : `Campo ${field} mancante o non valido`;
}

/** Zod's English sentences, used where a schema has none of its own. */
const ENGLISH_DEFAULT = /^(Invalid|Too |Unrecognized|Expected)/;

function ownSentence({ message }: ValidationIssue): string | undefined {
  return message === undefined || ENGLISH_DEFAULT.test(message) ? undefined : message;
}
