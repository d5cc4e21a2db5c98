import type { CommandRequest } from './command-request.ts';

/** So many waiting commands are committed together. */
const TOGETHER_AT_MOST = 50;

/** Two of these find their targets without regard to each other, so they may share a commit. */
const SHARING: readonly CommandRequest['origin'][] = ['operatore', 'pianificazione'];

/**
 * Takes the commands to be committed next out of the queue, in their order. Owners who command their own devices have
 * their turns (docs/rules.md#fair-shares); what may concern the devices of several is neither overtaken nor overtakes.
 */
export function takeTogether<Waiting extends { request: Pick<CommandRequest, 'origin' | 'ownerId'> }>(
  queue: Waiting[],
): Waiting[] {
  const [first, ...others] = inTurn(queue);
  if (!first) return [];
  const { origin } = first.request;
  const end = SHARING.includes(origin) ? others.findIndex(({ request }) => request.origin !== origin) : 0;
  const group = [first, ...others.slice(0, end < 0 ? undefined : end)].slice(0, TOGETHER_AT_MOST);
  const taken = new Set(group);
  queue.splice(0, queue.length, ...queue.filter((waiting) => !taken.has(waiting)));
  return group;
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
