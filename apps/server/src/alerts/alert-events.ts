/** What happened to an alert: what was decided, or that its beginning or its end went on. */
export type AlertEvent = {
  alertId: number;
  ownerId: number | null;
  what: 'proposta' | 'decisa' | 'passo';
};
