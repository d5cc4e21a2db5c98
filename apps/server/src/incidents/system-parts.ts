import type { SystemAlarm } from '@semaforo/contract/domain/alarm-rules';
import { describeDiskForecast } from '@semaforo/contract/domain/disk-forecast';
import type { Health } from '@semaforo/contract/domain/system-health';
import type { PartTrouble } from './watch-alarms.ts';

type Part = { health: Health };

/** How the parts of the system are, as its module says. */
export type SystemTrouble = {
  broker: Part & { reason: string | null };
  database: Part;
  disk: Part & { space: { fullInDays: number | null } | null };
  telegram: Part;
  bulletin: Part & { facts: { failure: string | null } | null };
  backup: Part & { facts: { scheduled: boolean; failure: string | null } | null };
};

/** The parts of which somebody may have to be told. */
export function toParts(system: SystemTrouble): PartTrouble[] {
  const part = (kind: SystemAlarm, { health }: Part, detail: string | null = null) => ({
    kind,
    health,
    detail,
  });
  return [
    part('broker', system.broker, system.broker.reason),
    part('base dati', system.database),
    part('disco', system.disk, diskDetail(system.disk)),
    part('bot', system.telegram),
    part('bollettino', system.bulletin, system.bulletin.facts?.failure ?? null),
    // That nobody set up backups is said by 'Stato del sistema'; it is no event.
    ...(system.backup.facts?.scheduled ? [part('copia', system.backup, system.backup.facts.failure)] : []),
  ];
}

function diskDetail({ space }: SystemTrouble['disk']): string | null {
  const days = space?.fullInDays ?? null;
  return days === null ? null : `Al ritmo degli ultimi giorni: ${describeDiskForecast(days)}`;
}
