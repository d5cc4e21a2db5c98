import { createHash } from 'node:crypto';

/** One thing that may happen in a world, by its name; undefined: it cannot happen there. */
export type Action<World> = { name: string; next: World };

export type Exploration = {
  states: number;
  transitions: number;
  /** False when the bound was reached before every state was seen. */
  isWhole: boolean;
  /** The first sentence that does not hold, with the shortest way to it. */
  violation: { sentence: string; path: readonly string[] } | null;
};

type Way = { parent: Way | null; action: string };
type Reached<World> = { world: World; way: Way | null };

/**
 * Visits every state that can be reached, breadth-first, until a sentence does not hold. `keyOf`: the same text for
 * worlds that go on alike. `judge`: what does not hold in a world, or null.
 */
export function explore<World>(
  first: World,
  options: {
    actionsOf: (model: World) => readonly Action<World>[];
    keyOf: (model: World) => string;
    assert: (model: World) => string | null;
    mostStates: number;
  },
): Exploration {
  const seen = new Set<string>([digest(options.keyOf(first))]);
  let front: Reached<World>[] = [{ world: first, way: null }];
  let transitions = 0;
  /** The worlds that are seen for the first time, one action further. */
  const reachFrom = ({ world, way }: Reached<World>): Reached<World>[] => {
    const actions = options.actionsOf(world);
    transitions += actions.length;
    return actions.flatMap(({ name, next }) => {
      const key = digest(options.keyOf(next));
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ world: next, way: { parent: way, action: name } }];
    });
  };
  while (front.length > 0 && seen.size <= options.mostStates) {
    const wrong = front.find(({ world }) => options.assert(world) !== null);
    if (wrong) {
      const violation = { sentence: options.assert(wrong.world) ?? '', path: pathOf(wrong.way) };
      return { states: seen.size, transitions, isWhole: false, violation };
    }
    front = front.flatMap(reachFrom);
  }
  return { states: seen.size, transitions, isWhole: front.length === 0, violation: null };
}

function digest(key: string): string {
  return createHash('md5').update(key).digest('base64');
}

function pathOf(way: Way | null): string[] {
  const path: string[] = [];
  for (let at = way; at !== null; at = at.parent) path.unshift(at.action);
  return path;
}
