import type { Kysely } from 'kysely';
import type { Database } from '../../../database/schema.ts';
import type { Secrets } from '../../../platform/secrets.ts';

/** The addresses of people on duty that are secrets: by the id of a person, and opened only to be used. */
export function createDutyAddresses(db: Kysely<Database>, secrets: Pick<Secrets, 'open'>) {
  const read = (recipient: string) =>
    db
      .selectFrom('duty_people')
      .select(['ntfy', 'gotify', 'gotify_token'])
      .where('id', '=', Number(recipient))
      .executeTakeFirst();
  const open = (sealed: string | null | undefined) => (sealed ? secrets.open(sealed) : undefined);
  return {
    findTopic: async (recipient: string): Promise<string | undefined> => open((await read(recipient))?.ntfy),
    findApplication: async (recipient: string): Promise<{ server: string; token: string } | undefined> => {
      const found = await read(recipient);
      const token = open(found?.gotify_token);
      return found?.gotify && token !== undefined ? { server: found.gotify, token } : undefined;
    },
  };
}
