/** Removes case and width. Two usernames that fold to the same text are the same username. */
export function foldUsername(username: string): string {
  return foldAsBefore(username).replaceAll('i\u0307', 'i').replaceAll('ı', 'i');
}

/** How names were folded until version 0.1, which took a Turkish i for another letter: names of then are stored so. */
export function foldAsBefore(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}
