import type { citizenChannelRoutes } from '@semaforo/contract/api/citizen-channel';
import type { Kysely } from 'kysely';
import { appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import type { ReachPerson } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import { failureOf } from '../platform/failure-of.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { ChannelsRepository } from './channels.repository.ts';

const TRIAL = 'PROVA: qui Semaforo scriverà ai cittadini il livello dei semafori. Nessuna allerta.';

const NO_CHANNEL = new Refusal('conflict', {
  code: 'no-channel',
  message: 'Questo Comune non ha un canale Telegram: salvalo prima di provarlo',
});
const NO_BOT = 'Nessun bot è configurato: serve TELEGRAM_BOT_TOKEN';

/** Writes to the channel of a Comune at once that this is a test; past the outbox, as nothing is tried again later. */
export function createChannelTrial(options: {
  db: Kysely<Database>;
  repository: Pick<ChannelsRepository, 'list'>;
  reach: ReachPerson;
  clock: Clock;
}): Handlers<typeof citizenChannelRoutes> {
  const { db, repository, reach, clock } = options;
  const send = async (channel: string, key: string): Promise<string | null> => {
    const [way] = await reach({ to: 'telegram', chatId: channel, userId: null });
    return way ? failureOf(way.send({ key, text: TRIAL, path: '/' })) : NO_BOT;
  };
  const userExists = async (id: number) =>
    (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  return {
    testChannel: async (call) => {
      const { id } = call.params;
      const comune = (await repository.list()).find(({ userId }) => userId === id);
      if (!comune || comune.channel === '') return (await userExists(id)) ? NO_CHANNEL : notFound();
      const at = clock.now();
      const failure = await send(comune.channel, `channel-test:${id}:${at}`);
      await db.transaction().execute((transaction) =>
        appendAudit(transaction, {
          ...{ at, author: authorOf(call), action: 'settings.channel-test', target: `user:${id}` },
          after: { channel: comune.channel, failure },
        }),
      );
      return { failure };
    },
  };
}
