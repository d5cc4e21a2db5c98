import { z } from 'zod';
import { APPROVAL_KINDS, APPROVAL_STATES } from '../domain/approval-rules.ts';
import { addresses } from './addresses.ts';
import { byId, deviceStatus, emptyBody, id, time } from './fields.ts';
import { defineRoute } from './route.ts';

const approvalSchema = z.strictObject({
  id,
  kind: z.enum(APPROVAL_KINDS),
  color: deviceStatus,
  asked_by: z.string(),
  asked_at: time,
  expires_at: time,
  state: z.enum(APPROVAL_STATES),
  decided_by: z.string().nullable(),
  decided_at: time.nullable(),
  /** The instant of a schedule; null otherwise. */
  execute_at: time.nullable(),
  /** The devices that the caller sees, by name, and how many there are in all. */
  devices: z.array(z.string()),
  total: z.int(),
  /** The caller asked for it. */
  mine: z.boolean(),
  /** The caller is another person and sees every device of it. */
  may_confirm: z.boolean(),
});

export type Approval = z.infer<typeof approvalSchema>;

export const approvalRoutes = {
  listApprovals: defineRoute(addresses.listApprovals, {
    summary:
      'Le richieste di rosso che attendono una seconda persona, e come sono finite quelle degli ultimi minuti',
    success: { status: 200, body: z.array(approvalSchema) },
  }),
  confirmApproval: defineRoute(addresses.confirmApproval, {
    summary:
      'Conferma, entro 2 minuti, il rosso chiesto da un’altra persona: il comando parte adesso, a nome di chi lo ha chiesto',
    params: byId,
    body: emptyBody,
    success: { status: 200, body: approvalSchema },
    refusals: [404, 409],
  }),
  rejectApproval: defineRoute(addresses.rejectApproval, {
    summary: 'Rifiuta il rosso chiesto da un’altra persona, o ritira la propria richiesta',
    params: byId,
    body: emptyBody,
    success: { status: 200, body: approvalSchema },
    refusals: [404, 409],
  }),
};
