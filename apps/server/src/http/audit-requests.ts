import { AUDIT_ACTIONS, AUDITED_BY_REQUEST } from '@semaforo/contract/api/audit-actions';
import type { RouteName } from '@semaforo/contract/api/routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { type AuditRecord, appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Logger } from '../platform/logger.ts';
import { addressOf } from './address-of.ts';
import { authorOf } from './author-of.ts';
import { createRepeatedActs } from './repeated-acts.ts';

/** Fields of bodies that say what was asked for. What is not named here, passwords above all, never gets into a row. */
const RECORDED = [
  'username',
  'role',
  'color',
  'command',
  'type',
  'device_type',
  'topic',
  'name',
  'userId',
  'execute_at',
  'broker',
  'port',
] as const;

const LONGEST_VALUE = 100;

const WRITE_AFTER_MS = 50;
const PERIOD_MS = 60_000;
/** What waits while the database is away. */
const WAITING_AT_MOST = 1000;

/**
 * Puts every acting request of a known user that was refused or failed into the audit (docs/rules.md#audit), soon
 * after its answer; of what repeats itself within a minute the first, and then how often. What was done is written by
 * whoever did it, in the transaction of the change.
 */
export function auditRequests(
  server: FastifyInstance,
  { db, clock, logger }: { db: Kysely<Database>; clock: Clock; logger: Logger },
): void {
  const repeated = createRepeatedActs();
  let waiting: AuditRecord[] = [];

  const writing = createDebouncedJob({
    name: 'audit-requests',
    delayMs: WRITE_AFTER_MS,
    logger,
    work: async () => {
      const rows = waiting;
      if (rows.length === 0) return;
      await db.transaction().execute(async (transaction) => {
        for (const row of rows) await appendAudit(transaction, row);
      });
      waiting = waiting.slice(rows.length);
    },
  });
  const write = (rows: readonly AuditRecord[]) => {
    if (rows.length === 0) return;
    waiting = [...waiting, ...rows].slice(0, WAITING_AT_MOST);
    writing.request();
  };
  const period = createDebouncedJob({
    name: 'audit-repeated-requests',
    delayMs: PERIOD_MS,
    logger,
    work: () => write(repeated.close()),
  });

  server.addHook('onResponse', (request, reply, done) => {
    const act = actOf(request, reply, clock.now());
    const first = act && repeated.take(act);
    if (act) period.request();
    if (first) write([first]);
    done();
  });
  server.addHook('onClose', async () => {
    await period.stop();
    await writing.stop();
  });
}

/** The row of a request; undefined when it acts on nothing, is nobody's, or has a row of the use case behind it. */
function actOf(request: FastifyRequest, reply: FastifyReply, at: number): AuditRecord | undefined {
  const { actor, failure, method, routeOptions } = request;
  const { name } = routeOptions.config;
  if (!actor || name === undefined || method === 'GET') return undefined;
  const action = AUDIT_ACTIONS[name as RouteName] ?? `requests.${name}`;
  const target = targetOf(action, request.params);
  const after = requestDetails(request.body);
  const act = {
    at,
    author: authorOf({ actor, address: addressOf(request) }),
    action,
    ...(target !== undefined && { target }),
    ...(after && { after }),
  };
  if (!failure) return AUDITED_BY_REQUEST.has(name) ? { ...act, outcome: 'riuscita' } : undefined;
  const outcome = reply.statusCode >= 500 ? 'fallita' : 'rifiutata';
  return { ...act, outcome, code: failure.code, reason: failure.error };
}

const ID = /^[1-9]\d{0,15}$/;

/** Such as `device:12`, as the use cases write it. */
function targetOf(action: string, params: unknown): string | undefined {
  const [word = ''] = action.split('.');
  const { id, commandId } = (params ?? {}) as { id?: unknown; commandId?: unknown };
  const given = String(id ?? commandId);
  if (!ID.test(given)) return undefined;
  const noun = word === 'settings' ? 'user' : word === 'bot' ? 'chat' : word.replace(/s$/, '');
  return `${commandId === undefined && word === 'commands' ? 'device' : noun}:${given}`;
}

/** What the body of a refused request asked for, in short; undefined when it has nothing that may be told. */
function requestDetails(body: unknown): Record<string, string | number> | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const given = body as Record<string, unknown>;
  const recorded = RECORDED.flatMap((field): [string, string | number][] => {
    const value = given[field];
    if (typeof value === 'number') return [[field, value]];
    // A host may be written with a log-in before it.
    return typeof value === 'string' && !value.includes('@') ? [[field, value.slice(0, LONGEST_VALUE)]] : [];
  });
  return recorded.length === 0 ? undefined : Object.fromEntries(recorded);
}
