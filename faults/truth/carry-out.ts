import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@semaforo/client';
import { ApiError } from '@semaforo/client/failures';
import type { Crew, Member } from './crew.ts';
import type { Journal } from './journal.ts';
import type { Act, Operation } from './operation-plan.ts';

/** How the server answered a request; `status` undefined: not at all. */
export type Answer = {
  at: number;
  status: number | undefined;
  code: string | undefined;
  commandId: number | undefined;
  results: readonly { device: string; error: string | null }[];
};

/** A request of a user, sent once or several times. `issuedAt`: when the press was, as the requests said. */
export type SentRequest = Operation & { key: string; sentAt: number; issuedAt: number; answers: Answer[] };

type Requested = { idempotencyKey: string; issuedAt: string; signal: AbortSignal };

/** Whatever the answer to an operation holds of these. */
type Answered = { commandId?: number; results?: Answer['results'] };

const ANSWER_WITHIN_MS = 30_000;
/** Between the sendings of one request. */
const AGAIN_AFTER_MS = 120;

/** Carries out the operations of a round. `onAnswer` is called for each command that was answered with success. */
export function createOperator(options: {
  crew: Crew;
  keyOf: (operation: Operation) => string;
  journal: Journal;
  onAnswer: () => void;
}) {
  const { crew, journal } = options;
  const requests: SentRequest[] = [];
  const underWay = new Set<Promise<void>>();

  const ask = async (
    request: SentRequest,
    member: Member,
    send: (requested: Requested) => Promise<Answered>,
  ) => {
    const answer: Answer = { at: 0, status: undefined, code: undefined, commandId: undefined, results: [] };
    try {
      const { commandId, results } = await send({
        idempotencyKey: request.key,
        issuedAt: new Date(request.issuedAt).toISOString(),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      Object.assign(answer, { status: 200, commandId, results: results ?? [] });
      if (commandId !== undefined) options.onAnswer();
    } catch (error) {
      if (error instanceof ApiError) Object.assign(answer, { status: error.status, code: error.code });
    }
    answer.at = Date.now();
    request.answers.push(answer);
    const failed = answer.results.filter(({ error }) => error !== null).length;
    journal.note(
      `#${request.number} ${member.user}: ${answer.status ?? 'no answer'} ${answer.code ?? ''} ` +
        `${answer.commandId === undefined ? '' : `command ${answer.commandId}, ${failed} of ${answer.results.length} failed`}`,
    );
  };

  const carryOut = async (operation: Operation) => {
    const member = crew.members.get(operation.user);
    if (!member) return;
    const send = requestOf(operation.act, member, crew);
    if (!send) return;
    const sentAt = Date.now();
    const request: SentRequest = {
      ...operation,
      key: options.keyOf(operation),
      sentAt,
      issuedAt: sentAt - operation.agedMs,
      answers: [],
    };
    requests.push(request);
    journal.note(`#${operation.number} ${operation.user} asks ${describe(operation)}`);
    await Promise.all(
      Array.from({ length: operation.asks }, async (_, index) => {
        await delay(index * AGAIN_AFTER_MS);
        await ask(request, member, send);
      }),
    );
  };

  return {
    asked: requests as readonly SentRequest[],
    carryOut: (operation: Operation) => {
      const done = carryOut(operation).finally(() => underWay.delete(done));
      underWay.add(done);
    },
    /** Resolves when no answer is awaited any more. */
    untilAnswered: async () => void (await Promise.all(underWay)),
  };
}

/** What to send for an act; undefined when there is nothing yet that it could be about. */
function requestOf(
  act: Act,
  { acts, page }: { acts: Client; page: Member['page'] },
  crew: Crew,
): ((requested: Requested) => Promise<Answered>) | undefined {
  const commandId = page.newestCommand();
  switch (act.name) {
    case 'command':
      return (with_) =>
        acts('sendCommand', { query: { type: act.deviceType }, body: { command: act.value }, ...with_ });
    case 'toggle':
      return async (with_) => {
        await acts('toggleLantern', { params: { id: crew.idOf(act.key) }, body: {}, ...with_ });
        return {};
      };
    case 'schedule':
      return async (with_) => {
        const datetime = new Date(Date.parse(with_.issuedAt) + act.inMs).toISOString();
        await acts('createSchedule', {
          body: { color: act.value, datetime, device_type: act.deviceType },
          idempotencyKey: with_.idempotencyKey,
          signal: with_.signal,
        });
        return {};
      };
    case 'accept':
      return async (with_) => {
        await acts('acceptReported', { params: { id: crew.idOf(act.key) }, body: {}, ...with_ });
        return {};
      };
    case 'restore':
      return commandId === undefined
        ? undefined
        : (with_) => acts('restoreCommand', { params: { commandId }, body: {}, ...with_ });
    case 'retry':
      return commandId === undefined
        ? undefined
        : (with_) => acts('retryCommand', { params: { commandId }, body: {}, ...with_ });
  }
}

function describe({ act, agedMs, asks }: Operation): string {
  const { name, ...of } = act;
  const age = agedMs > 0 ? ` pressed ${agedMs} ms ago` : '';
  return `${name} ${Object.values(of).join(' ')}${age}${asks > 1 ? ` ${asks} times` : ''}`;
}
