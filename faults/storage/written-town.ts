import { type Client, logIn } from '@semaforo/client';
import { openDatabase } from '@semaforo/server/database/engine';
import { verifyAuditChain } from '@semaforo/server/database/verify-audit-chain';
import { refuseDamaged } from '@semaforo/server/operations/assess-database';
import { ADMIN } from '@semaforo/testing/credentials';

const WRITERS = 4;

/** An admin who adds devices as fast as the server takes them, and remembers which were acknowledged. */
export type WrittenTown = {
  admin: Client;
  /** Tries to add one more; resolves to the status of the answer and how long it took. */
  addDevice: () => Promise<{ status: number; tookMs: number; error: string | undefined }>;
  /** The topics of all devices that were acknowledged so far. */
  acknowledged: () => string[];
  /** Adds devices until it is stopped. */
  write: () => { stop: () => Promise<void> };
};

export async function createWrittenTown(origin: string): Promise<WrittenTown> {
  const admin = await logIn({ origin }, ADMIN);
  const { id: userId } = await admin('createUser', {
    body: { username: 'valdombra', password: 'operatore-di-prova-1' },
  });
  const topics: string[] = [];
  let count = 0;

  const addDevice = async () => {
    count += 1;
    const topic = `/3/val/s${count}`;
    const startedAt = performance.now();
    const outcome = await admin.attempt('createDevice', { body: { topic, type: 'semaforo', userId } });
    if (outcome.ok) topics.push(topic);
    const error = outcome.ok ? undefined : outcome.error.message;
    return { status: outcome.status, tookMs: performance.now() - startedAt, error };
  };
  return {
    admin,
    addDevice,
    acknowledged: () => [...topics],
    write: () => {
      let isStopped = false;
      const writer = async () => {
        while (!isStopped) await addDevice();
      };
      const writers = Promise.allSettled(Array.from({ length: WRITERS }, writer));
      return {
        stop: async () => {
          isStopped = true;
          await writers;
        },
      };
    },
  };
}

/** What is wrong with the database in a folder that must hold these devices; an empty list when nothing is. */
export async function faultsOf(dataDir: string, acknowledged: readonly string[]): Promise<string[]> {
  const { db, close } = openDatabase({ databaseUrl: undefined, dataDir });
  try {
    const damage = await refuseDamaged(db, 'the database is damaged').then(
      () => [],
      (error: unknown) => [String(error)],
    );
    const stored = new Set(
      (await db.selectFrom('devices').select('topic').execute()).map(({ topic }) => topic),
    );
    const lost = acknowledged.filter((topic) => !stored.has(topic));
    const { fault } = await verifyAuditChain(db);
    return [
      ...damage,
      ...lost.map((topic) => `${topic} was acknowledged and is not there`),
      ...(fault === undefined ? [] : [fault]),
    ];
  } finally {
    await close();
  }
}
