import type { Alert, alertRoutes } from '@semaforo/contract/api/alerts';
import type { Accepted } from '@semaforo/contract/api/route';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { type Actor, maySee } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { ToAlertRecords } from './alert-records.ts';
import type { AlertsRepository } from './alerts.repository.ts';
import type { createCreateAlert } from './create-alert.ts';
import type { AlertAct, createDecideAlert, createUndoDecision } from './decide-alert.ts';
import type { PreviewEnd } from './planned-end.ts';
import type { createReturnToAlert } from './return-to-alert.ts';

type DecisionCall = Pick<Accepted<typeof alertRoutes.rejectAlert>, 'params'> & {
  actor: Actor;
  address: string;
  body:
    | { reason?: string | undefined; keep_overrides?: boolean | undefined; to_verde?: boolean | undefined }
    | null
    | undefined;
};

export function createAlertHandlers(options: {
  repository: Pick<AlertsRepository, 'find' | 'list'>;
  createAlert: ReturnType<typeof createCreateAlert>;
  decideAlert: ReturnType<typeof createDecideAlert>;
  undoDecision: ReturnType<typeof createUndoDecision>;
  returnToAlert: ReturnType<typeof createReturnToAlert>;
  toRecords: ToAlertRecords;
  previewEnd: PreviewEnd;
  clock: Clock;
}): Handlers<typeof alertRoutes> {
  const { repository, toRecords } = options;
  const read = async (id: number): Promise<Alert | Refusal> => {
    const alert = await repository.find(id);
    const [record] = alert ? await toRecords([alert]) : [];
    return record ?? notFound();
  };
  const decide = async (act: AlertAct, { actor, address, params, body }: DecisionCall) => {
    const by = {
      ...{ actor, author: authorOf({ actor, address }), reason: body?.reason },
      endsOverrides: body?.keep_overrides === false,
      endsVerde: body?.to_verde === true,
    };
    return (await options.decideAlert(act, params.id, by)) ?? read(params.id);
  };
  return {
    listAlerts: async ({ actor, query }) =>
      toRecords(
        await repository.list({
          ownerId: actor.role === 'admin' ? undefined : actor.id,
          limit: query.limit,
          before: query.before,
          now: options.clock.now(),
        }),
      ),
    createAlert: async (call) => {
      const id = await options.createAlert(call.body, call.actor, authorOf(call));
      return id instanceof Refusal ? id : read(id);
    },
    confirmAlert: (call) => decide('confirm', { ...call, body: undefined }),
    rejectAlert: (call) => decide('reject', call),
    revokeAlert: (call) => decide('revoke', call),
    concludeAlert: (call) => decide('conclude', call),
    undoAlertDecision: async (call) =>
      (await options.undoDecision(call.params.id, { actor: call.actor, author: authorOf(call) })) ??
      read(call.params.id),
    previewAlertEnd: async ({ actor, params }) => {
      const alert = await repository.find(params.id);
      if (!alert || !maySee(actor, alert.owner?.id ?? null)) return notFound();
      const signals = await options.previewEnd(alert);
      return signals instanceof Refusal ? signals : { signals };
    },
    returnToAlert: async ({ actor, address, idempotencyKey, requestId, pressedAt, params, body }) => {
      const refused = await options.returnToAlert(params.id, {
        actor,
        author: authorOf({ actor, address }),
        idempotencyKey,
        requestId,
        pressedAt,
        deviceIds: body?.deviceIds,
      });
      return refused ?? read(params.id);
    },
  };
}
