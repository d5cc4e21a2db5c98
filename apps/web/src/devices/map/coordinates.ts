import { LOCALE } from '@semaforo/contract/domain/rome-time';
import type { Centre } from './map-centre.ts';

const degrees = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 4, maximumFractionDigits: 6 });

/** '41,9000 N, 12,5000 E'. */
export function formatCoordinates({ latitude, longitude }: Centre): string {
  const northSouth = `${degrees.format(Math.abs(latitude))} ${latitude < 0 ? 'S' : 'N'}`;
  return `${northSouth}, ${degrees.format(Math.abs(longitude))} ${longitude < 0 ? 'O' : 'E'}`;
}
