import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/**
 * `telegram`: the right to poll and to send, because Telegram takes one poller per bot. `notices`: the right to
 * notify what all servers observe, and to send it by e-mail and to browsers. `bulletins`: the right to read bulletins
 * from the network. `backups`: the right to make backups at their times. `audit-archive`: the right to take old rows
 * out of the audit. `audit-syslog`: the right to send the audit to a collector. `alarms`: the right to open and end
 * alarms, and to notify of them. `home-assistant`: the right to publish the devices to a home automation.
 * `reassertion`: the right to command again what devices do not hold.
 */
type LeaseName =
  | 'telegram'
  | 'notices'
  | 'bulletins'
  | 'backups'
  | 'audit-archive'
  | 'audit-syslog'
  | 'alarms'
  | 'home-assistant'
  | 'reassertion';

/** A right that one server at a time holds. Times are epoch milliseconds. */
export type Lease = {
  /**
   * Takes the lease, or keeps it, until a time; false when another server holds it. `working` tells the other servers
   * whether its work succeeds.
   */
  hold: (lease: { now: number; until: number; working: boolean }) => Promise<boolean>;
  /** True when a server holds the lease and its work succeeds. */
  isWorking: (now: number) => Promise<boolean>;
  release: () => Promise<void>;
};

export function createLease(db: Kysely<Database>, name: LeaseName, holder: string): Lease {
  return {
    hold: async ({ now, until, working }) => {
      const lease = { holder, leased_until: until, working: working ? 1 : 0 };
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('bot_lease')
        .values({ name, ...lease })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(lease)
            .where((eb) =>
              eb.or([eb('bot_lease.holder', '=', holder), eb('bot_lease.leased_until', '<=', now)]),
            ),
        )
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    isWorking: async (now) => {
      const lease = await db
        .selectFrom('bot_lease')
        .select('working')
        .where('name', '=', name)
        .where('leased_until', '>', now)
        .executeTakeFirst();
      return lease?.working === 1;
    },
    release: async () => {
      await db.deleteFrom('bot_lease').where('name', '=', name).where('holder', '=', holder).execute();
    },
  };
}
