import { type LinkPolicy, USUAL_LINK_POLICY } from '@semaforo/contract/domain/link-policy';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../../database/audit-trail.ts';
import type { Database } from '../../database/schema.ts';

/** What boards are to do without a link, as people chose. */
export function createLinkPoliciesRepository(db: Kysely<Database>) {
  const find = async (deviceId: number, from: Kysely<Database> = db): Promise<LinkPolicy> =>
    (await from
      .selectFrom('link_policies')
      .select(['policy', 'after_s'])
      .where('device_id', '=', deviceId)
      .executeTakeFirst()) ?? USUAL_LINK_POLICY;
  return {
    find: (deviceId: number) => find(deviceId),
    save: (deviceId: number, policy: LinkPolicy, { author, at }: AuditContext) =>
      db.transaction().execute(async (transaction) => {
        const before = await find(deviceId, transaction);
        await transaction
          .insertInto('link_policies')
          .values({ device_id: deviceId, ...policy })
          .onConflict((conflict) => conflict.column('device_id').doUpdateSet(policy))
          .execute();
        const target = `device:${deviceId}`;
        await appendAudit(transaction, {
          ...{ at, author, target, before, after: policy },
          action: 'devices.link-policy',
        });
      }),
  };
}

export type LinkPoliciesRepository = ReturnType<typeof createLinkPoliciesRepository>;
