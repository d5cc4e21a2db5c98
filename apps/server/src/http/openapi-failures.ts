import type { RefusalStatus, Route } from '@semaforo/contract/api/route';

/** With which every route may fail: too many calls, a mistake of the server, something that it needs is away. */
const OF_EVERY_ROUTE = [429, 500, 503] as const;

type FailureStatus = RefusalStatus | 400 | 413 | 415 | (typeof OF_EVERY_ROUTE)[number];

/** The meaning of each failure status, in Italian. */
export const MEANING: Record<FailureStatus, string> = {
  400: 'Richiesta non valida',
  401: 'Accesso mancante, scaduto o rifiutato',
  403: 'Operazione non permessa',
  404: 'Non trovato, o non proprio',
  409: 'In conflitto con lo stato attuale',
  413: 'Corpo della richiesta troppo grande',
  415: 'Corpo della richiesta di un altro tipo',
  422: 'Comprensibile ma non eseguibile',
  429: 'Troppi tentativi o troppe richieste',
  500: 'Errore interno del server',
  503: 'Servizio non disponibile adesso: broker, base di dati o troppe richieste in corso',
};

/** The failure statuses of a route, ascending: of every route, of its input and access, and of its own refusals. */
export function failureStatusesOf(route: Route): FailureStatus[] {
  const statuses = new Set<FailureStatus>([...OF_EVERY_ROUTE, ...(route.refusals ?? [])]);
  if (route.params ?? route.query ?? route.body) statuses.add(400);
  if (route.access !== 'public') statuses.add(401);
  if (route.access === 'admin') statuses.add(403);
  if (route.params) statuses.add(404);
  if (route.idempotent) statuses.add(409);
  if (route.body) statuses.add(413).add(415);
  return [...statuses].sort((a, b) => a - b);
}
