/** The things by their key, each group and the groups in the order of their first thing; no copy per thing. */
export function groupBy<Key, Thing>(
  things: Iterable<Thing>,
  keyOf: (thing: Thing) => Key,
): Map<Key, Thing[]> {
  const groups = new Map<Key, Thing[]>();
  for (const thing of things) addTo(groups, keyOf(thing), thing);
  return groups;
}

/** Adds the thing to the group of that key. */
export function addTo<Key, Thing>(groups: Map<Key, Thing[]>, key: Key, thing: Thing): void {
  const group = groups.get(key);
  if (group) group.push(thing);
  else groups.set(key, [thing]);
}
