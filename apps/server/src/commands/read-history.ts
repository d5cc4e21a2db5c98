import { jsonOfList } from '../http/json-in-slices.ts';
import { StreamedText } from '../http/streamed-text.ts';
import type { Actor } from '../platform/actor.ts';
import type { HistoryRepository } from './history.repository.ts';

/** A page of what the actor may see of the history, read and written while it is sent. */
export function readHistory(
  history: HistoryRepository,
  { actor, limit, before }: { actor: Actor; limit: number; before: number | undefined },
): StreamedText {
  const ownerId = actor.role === 'admin' ? undefined : actor.id;
  return new StreamedText(jsonOfList(history.list({ ownerId, limit, before })));
}
