import { SerializedJson } from '../http/serialized-json.ts';
import type { Actor } from '../platform/actor.ts';
import { createTimeSlices } from '../platform/time-slices.ts';
import type { HistoryRepository } from './history.repository.ts';

/** A page of what the actor may see of the history, read and written in slices: others have their turns between. */
export async function readHistory(
  history: HistoryRepository,
  { actor, limit, before }: { actor: Actor; limit: number; before: number | undefined },
): Promise<SerializedJson> {
  const pages: Buffer[] = [];
  const slices = createTimeSlices();
  const ownerId = actor.role === 'admin' ? undefined : actor.id;
  for await (const some of history.list({ ownerId, limit, before })) {
    const rows = JSON.stringify(some).slice(1, -1);
    if (some.length > 0) pages.push(Buffer.from(`${pages.length > 0 ? ',' : ''}${rows}`));
    await slices.giveWay();
  }
  const pieces = [Buffer.from('['), ...pages, Buffer.from(']')];
  return new SerializedJson(pieces.map((bytes) => ({ bytes })));
}
