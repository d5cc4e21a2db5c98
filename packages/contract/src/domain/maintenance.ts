/** That people work on a device: since when, until when (epoch ms), why, and who said so. */
export type Maintenance = { since: number; until: number; reason: string; by: string };

/** How long the reason may be, in signs. */
export const MAINTENANCE_REASON_AT_MOST = 200;

const MAINTENANCE_AT_MOST_DAYS = 366;

/** Why no maintenance may end then, in Italian; undefined when it may. Times are epoch milliseconds. */
export function maintenanceTrouble(until: number, now: number): string | undefined {
  if (until <= now) return 'La manutenzione deve finire nel futuro';
  const isTooLong = until - now > MAINTENANCE_AT_MOST_DAYS * 24 * 3_600_000;
  return isTooLong ? `Una manutenzione dura al massimo ${MAINTENANCE_AT_MOST_DAYS} giorni` : undefined;
}
