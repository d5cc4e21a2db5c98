/** The sentence for a failed log-in (docs/rules.md#failure-sentences): the server's message, else its error, else the network's, else 'Errore di autenticazione'. */
export function logInErrorText(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'Errore di autenticazione';
}
