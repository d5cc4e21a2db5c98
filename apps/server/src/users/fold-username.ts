/** The name without regard to case and width: two usernames that fold alike are the same. */
export function foldUsername(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}
