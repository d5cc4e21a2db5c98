/** Removes case and width. Two usernames that fold to the same text are the same username. */
export function foldUsername(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}
