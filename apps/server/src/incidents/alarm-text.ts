import { alarmTitle } from '@semaforo/contract/domain/alarm-title';
import type { StoredAlarm } from './alarms.repository.ts';

const NAMES_AT_MOST = 10;

/** What a person on duty reads: the first line says it all. */
export function alarmText(alarm: StoredAlarm): string {
  const names = alarm.devices.filter(({ until }) => until === null).map(({ name }) => name);
  const rest = names.length - NAMES_AT_MOST;
  return [
    `Allarme: ${alarmTitle(alarm.kind, names)}`,
    ...(alarm.detail === null ? [] : [alarm.detail]),
    ...(names.length > 1
      ? [`${names.slice(0, NAMES_AT_MOST).join(', ')}${rest > 0 ? ` e altri ${rest}` : ''}`]
      : []),
    'Prenderlo in carico nella pagina Allarmi: finché nessuno lo fa, si avvisa il prossimo.',
  ].join('\n');
}

/** What a person on duty reads while the database is away; `since` in words. */
export function outageText(since: string): string {
  return [
    `Allarme: ${alarmTitle('base dati', [])}`,
    `Non risponde dalle ${since}. Finché non torna i comandi sono rifiutati; le lampade restano come sono.`,
    'Non lo si può prendere in carico finché non torna: intanto si avvisa il prossimo.',
  ].join('\n');
}
