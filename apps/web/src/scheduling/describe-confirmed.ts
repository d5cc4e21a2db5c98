import type { Schedule } from '@semaforo/contract/api/schedules';
import { wholeNumber } from '@semaforo/contract/domain/italian';

/** '3/12 confermati'; undefined for a schedule that commanded no device. */
export function describeConfirmed({
  confirmed,
  total,
}: Pick<Schedule, 'confirmed' | 'total'>): string | undefined {
  return total > 0 ? `${wholeNumber(confirmed)}/${wholeNumber(total)} confermati` : undefined;
}
