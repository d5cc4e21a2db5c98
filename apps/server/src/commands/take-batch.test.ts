import { expect, test } from 'vitest';
import { takeBatch } from './take-batch.ts';

const MARIO = 1;
const VERA = 2;

const waiting = (
  name: string,
  ownerId?: number,
  origin: 'operatore' | 'pianificazione' | 'ripristino' | 'allerta' = 'operatore',
) => ({
  name,
  request: { origin, ...(ownerId !== undefined && { ownerId }) },
});

/** The names, commit by commit, until nobody waits any more. */
function takeAll(queue: ReturnType<typeof waiting>[]): string[] {
  const groups: string[] = [];
  while (queue.length > 0) {
    const group = takeBatch(queue);
    expect(group).not.toEqual([]);
    groups.push(group.map(({ name }) => name).join(' '));
  }
  return groups;
}

test('nobody waits', () => {
  expect(takeBatch([])).toEqual([]);
});

test('a thousand commands of one owner hold that of another no longer than one', () => {
  const crowd = Array.from({ length: 1000 }, (_, number) => waiting(`m${number}`, MARIO));
  const [first, ...others] = takeAll([...crowd, waiting('vera', VERA)]);
  expect(first?.split(' ').slice(0, 3)).toEqual(['m0', 'vera', 'm1']);
  expect([first, ...others].map((group) => group?.split(' ').length)).toEqual([
    ...Array.from({ length: 20 }, () => 50),
    1,
  ]);
});

test('what may concern the devices of several is neither overtaken nor overtakes', () => {
  expect(
    takeAll([
      waiting('m1', MARIO),
      waiting('m2', MARIO),
      waiting('admin1'),
      waiting('admin2'),
      waiting('m3', MARIO),
      waiting('m4', MARIO),
      waiting('vera', VERA),
    ]),
  ).toEqual(['m1 m2', 'admin1 admin2', 'm3 vera m4']);
});

test('what looks at the commands before it is committed alone, and clicks not with schedules', () => {
  expect(
    takeAll([
      waiting('m1', MARIO),
      waiting('m2', MARIO, 'ripristino'),
      waiting('v1', VERA),
      waiting('v2', VERA, 'ripristino'),
      waiting('s1', undefined, 'pianificazione'),
      waiting('s2', undefined, 'pianificazione'),
      waiting('admin'),
    ]),
  ).toEqual(['m1 v1', 'm2', 'v2', 's1 s2', 'admin']);
});

test('alerts of several Comuni share a commit; of two of one Comune the second sees what the first commanded', () => {
  expect(
    takeAll([
      waiting('m1', MARIO, 'allerta'),
      waiting('m2', MARIO, 'allerta'),
      waiting('v1', VERA, 'allerta'),
      waiting('admin1', undefined, 'allerta'),
      waiting('admin2', undefined, 'allerta'),
      waiting('v2', VERA, 'allerta'),
    ]),
  ).toEqual(['m1 v1', 'm2', 'admin1', 'admin2', 'v2']);
});
