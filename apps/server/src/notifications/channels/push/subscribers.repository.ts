import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { Kysely } from 'kysely';
import type { Database } from '../../../database/schema.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { type Browser, hashOfEndpoint } from './browsers.repository.ts';

/** Of one Comune. */
const SUBSCRIBERS_AT_MOST = 50_000;

/** The browsers of citizens: nothing is known of them but where to send to, and that is sealed. */
export function createSubscribersRepository({
  db,
  secrets,
  clock,
}: {
  db: Kysely<Database>;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  clock: Clock;
}) {
  return {
    /** Adds the browser, or takes its other color; false, and nothing is stored, when the Comune has too many. */
    add: async (userId: number, { from, ...browser }: Browser & { from: SignalColor }): Promise<boolean> => {
      const { count } = await db
        .selectFrom('public_subscribers')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= SUBSCRIBERS_AT_MOST) return false;
      const told = { sealed: secrets.seal(JSON.stringify(browser)), from_color: from };
      await db
        .insertInto('public_subscribers')
        .values({
          user_id: userId,
          endpoint_hash: hashOfEndpoint(browser.endpoint),
          ...told,
          added_at: clock.now(),
        })
        .onConflict((conflict) => conflict.columns(['user_id', 'endpoint_hash']).doUpdateSet(told))
        .execute();
      return true;
    },
    /** The address is a secret of the browser: to know it is to be allowed to end what it is told. */
    remove: async (userId: number, endpoint: string): Promise<void> => {
      await db
        .deleteFrom('public_subscribers')
        .where('user_id', '=', userId)
        .where('endpoint_hash', '=', hashOfEndpoint(endpoint))
        .execute();
    },
    /** Undefined when it is gone, or was sealed with another key. */
    findById: async (id: number): Promise<Browser | undefined> => {
      const row = await db
        .selectFrom('public_subscribers')
        .select('sealed')
        .where('id', '=', id)
        .executeTakeFirst();
      const opened = row && secrets.open(row.sealed);
      return opened === undefined ? undefined : (JSON.parse(opened) as Browser);
    },
    forget: async (id: number): Promise<void> => {
      await db.deleteFrom('public_subscribers').where('id', '=', id).execute();
    },
  };
}
