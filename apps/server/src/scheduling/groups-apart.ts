import type { ClaimedSchedule } from './claim-due-schedules.ts';

/**
 * Claims in their order, in groups whose members cannot reach one device: each is of another Comune. What an admin
 * commands may concern devices of any Comune, and is alone.
 */
export function* groupsApart<Claim extends Authored>(
  claims: readonly Claim[],
  atMost: number,
): Generator<Claim[]> {
  let group: Claim[] = [];
  for (const claim of claims) {
    const last = group.at(-1);
    const isFull = group.length >= atMost || isOfAdmin(claim) || (last !== undefined && isOfAdmin(last));
    if (isFull || group.some((other) => isSameAuthor(other, claim))) {
      if (group.length > 0) yield group;
      group = [];
    }
    group.push(claim);
  }
  if (group.length > 0) yield group;
}

type Authored = Pick<ClaimedSchedule, 'author'>;

function isOfAdmin({ author }: Authored): boolean {
  return author?.role === 'admin';
}

function isSameAuthor(one: Authored, other: Authored): boolean {
  return one.author !== null && one.author.id === other.author?.id;
}
