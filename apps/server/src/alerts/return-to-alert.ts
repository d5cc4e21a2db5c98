import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import type { SendCommand } from '../commands/send-command.ts';
import type { AuditAuthor } from '../database/audit-trail.ts';
import { type Actor, maySee } from '../platform/actor.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { AlertsRepository } from './alerts.repository.ts';
import type { FindOverrides } from './find-overrides.ts';

const NO_OVERRIDE = new Refusal('conflict', {
  code: 'no-override',
  message: 'Nessun semaforo è comandato a mano durante questa allerta',
});

/** Gives overridden devices the color of their alert again, for a person; all of them, or those named. */
export function createReturnToAlert(options: {
  repository: Pick<AlertsRepository, 'find'>;
  findOverrides: FindOverrides;
  sendCommand: SendCommand;
}) {
  return async (
    alertId: number,
    by: {
      actor: Actor;
      author: AuditAuthor;
      idempotencyKey: string | undefined;
      requestId?: string;
      pressedAt: number;
      deviceIds: readonly number[] | undefined;
    },
  ): Promise<Refusal | undefined> => {
    const alert = await options.repository.find(alertId);
    if (!alert || !maySee(by.actor, alert.owner?.id ?? null)) return notFound();
    const sent = await options.sendCommand({
      author: by.author,
      idempotencyKey: by.idempotencyKey,
      requestId: by.requestId,
      origin: 'allerta',
      deviceType: 'semaforo',
      whom: { kind: 'scelti', group: null },
      value: alert.color,
      deadlineAt: by.pressedAt + CLICK_DEADLINE_MS,
      // In its turn: the alert may have ended meanwhile.
      resolveTargets: async () => {
        const now = await options.repository.find(alertId);
        const overridden = now ? await options.findOverrides(now) : [];
        const devices = overridden
          .map(({ device }) => device)
          .filter(({ id }) => by.deviceIds === undefined || by.deviceIds.includes(id));
        if (devices.length === 0) return NO_OVERRIDE;
        return devices.map((device) => ({ device, value: alert.color }));
      },
    });
    return sent instanceof Refusal ? sent : undefined;
  };
}
