import type { CommandRequest } from './command-request.ts';

/** So many waiting commands are committed together. */
const TOGETHER_AT_MOST = 50;

/** Two of these find their targets without regard to each other, so they may share a commit. */
const SHARING: readonly CommandRequest['origin'][] = ['operatore', 'pianificazione'];
/** These look at what was commanded before, but only on the devices of their owner. */
const SHARING_ACROSS_OWNERS: readonly CommandRequest['origin'][] = ['allerta'];

type Requested = { request: Pick<CommandRequest, 'origin' | 'ownerId'> };

/**
 * Takes the commands to be committed next out of the queue, in their order. Owners who command their own devices have
 * their turns (docs/rules.md#fair-shares); what may concern the devices of several is neither overtaken nor overtakes.
 */
export function takeBatch<Waiting extends Requested>(queue: Waiting[]): Waiting[] {
  const [first, ...others] = inTurn(queue);
  if (!first) return [];
  const group = [first];
  for (const next of others) {
    if (group.length === TOGETHER_AT_MOST || !mayShareCommit(group, next)) break;
    group.push(next);
  }
  const taken = new Set(group);
  queue.splice(0, queue.length, ...queue.filter((waiting) => !taken.has(waiting)));
  return group;
}

function mayShareCommit(group: readonly Requested[], { request: { origin, ownerId } }: Requested): boolean {
  if (group.some(({ request }) => request.origin !== origin)) return false;
  if (SHARING.includes(origin)) return true;
  if (!SHARING_ACROSS_OWNERS.includes(origin) || ownerId === undefined) return false;
  return group.every(({ request }) => request.ownerId !== ownerId);
}

/** Those that may be next: the first of each owner, then the second of each. */
function inTurn<Waiting extends { request: Pick<CommandRequest, 'ownerId'> }>(
  queue: readonly Waiting[],
): readonly Waiting[] {
  const isOfOne = queue[0]?.request.ownerId !== undefined;
  const end = queue.findIndex(({ request }) => (request.ownerId !== undefined) !== isOfOne);
  const next = end < 0 ? queue : queue.slice(0, end);
  if (!isOfOne) return next;
  const counts = new Map<number | undefined, number>();
  const turns = next.map((waiting) => {
    const turn = counts.get(waiting.request.ownerId) ?? 0;
    counts.set(waiting.request.ownerId, turn + 1);
    return { waiting, turn };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ waiting }) => waiting);
}
