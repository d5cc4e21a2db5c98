/** Deletes the entry that was set first, where there are more than so many. */
export function dropOldest(map: Map<string, unknown>, { atMost }: { atMost: number }): void {
  const [first] = map.keys();
  if (first !== undefined && map.size > atMost) map.delete(first);
}
