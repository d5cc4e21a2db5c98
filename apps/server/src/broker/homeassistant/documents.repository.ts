import type { Kysely } from 'kysely';
import { inChunks } from '../../database/in-chunks.ts';
import type { Database } from '../../database/schema.ts';

export type DocumentsRepository = ReturnType<typeof createDocumentsRepository>;

/** What a home automation was told, or is about to be, by topic: with the device that it is about. */
export function createDocumentsRepository(db: Kysely<Database>) {
  return {
    list: async (): Promise<Map<string, string>> => {
      const rows = await db.selectFrom('home_assistant_documents').selectAll().execute();
      return new Map(rows.map(({ topic, device }) => [topic, device]));
    },
    put: async (published: ReadonlyMap<string, string>) => {
      const rows = [...published].map(([topic, device]) => ({ topic, device }));
      for (const chunk of inChunks(rows)) {
        await db
          .insertInto('home_assistant_documents')
          .values(chunk)
          .onConflict((conflict) =>
            conflict.column('topic').doUpdateSet((eb) => ({ device: eb.ref('excluded.device') })),
          )
          .execute();
      }
    },
    remove: async (topics: readonly string[]) => {
      for (const chunk of inChunks(topics)) {
        await db.deleteFrom('home_assistant_documents').where('topic', 'in', chunk).execute();
      }
    },
    /** The tag that tells this installation from others. */
    tag: async () => (await db.selectFrom('installation').select('tag').executeTakeFirstOrThrow()).tag,
  };
}
