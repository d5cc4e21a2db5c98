import { StartupError } from './startup-error.ts';

/** What could not listen: `what` completes the Italian sentence, as in 'La porta 1883 del broker'. */
type Listener = { host: string; port: number; what: string; hostSetting: string };

/** The Italian sentence for an address that cannot be listened on; any other error as it came. */
export function explainListenFailure(error: unknown, { host, port, what, hostSetting }: Listener): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new StartupError(`La porta ${port}${what} è già in uso da un altro programma`);
    case 'EACCES':
      return new StartupError(`La porta ${port}${what} è riservata: il server non ha il permesso di usarla`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupError(`Impostazione ${hostSetting}: ${host} non è un indirizzo di questo computer`);
    default:
      return error;
  }
}
