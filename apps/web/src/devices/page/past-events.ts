import type { DevicePast } from '@semaforo/contract/api/device-past';

const SHOWN = 50;

const OUTCOMES: Record<DevicePast['commands'][number]['state'], string> = {
  accettato: 'in attesa',
  inviato: 'in attesa',
  confermato: 'confermato',
  fallito: 'fallito',
  scaduto: 'scaduto',
  superato: 'superato',
  annullato: 'annullato',
};

/** A line of the device's past: when (ISO), what, and who said or asked it. */
export type PastEvent = { key: string; at: string; what: string; who: string };

/** The last reports and commands together, newest first. */
export function pastEvents({ reports, commands }: DevicePast): PastEvent[] {
  const reported = reports.map(({ id, at, lamp, on }) => ({
    key: `report-${id}`,
    at,
    what: lamp === 'acceso' ? `luce ${on ? 'accesa' : 'spenta'}` : `${lamp} ${on ? 'acceso' : 'spento'}`,
    who: 'dispositivo',
  }));
  const sent = commands.map(({ id, at, value, username, state, reason }) => ({
    key: `command-${id}`,
    at,
    what: `chiesto ${value}: ${OUTCOMES[state]}${reason === null ? '' : ` (${reason})`}`,
    who: username,
  }));
  return [...reported, ...sent].sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, SHOWN);
}
