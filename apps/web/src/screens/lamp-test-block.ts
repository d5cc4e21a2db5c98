import type { Alert } from '@semaforo/contract/api/alerts';

type Tested = { id: number; pending: unknown; testing: boolean };

/** Why the server would refuse a lamp test of these devices now; null when it may begin (docs/rules.md#lamp-test). */
export function lampTestBlock(
  devices: readonly Tested[],
  alerts: readonly Pick<Alert, 'state' | 'devices'>[],
): string | null {
  const isOne = devices.length === 1;
  if (devices.some(({ testing }) => testing))
    return isOne ? 'È già in prova.' : 'Uno di questi è già in prova.';
  if (devices.some(({ pending }) => pending !== null)) {
    return isOne ? 'Un suo comando è ancora in corso.' : 'Un comando a uno di questi è ancora in corso.';
  }
  const inAlert = new Set(alerts.flatMap(({ state, devices: ids }) => (state === 'in corso' ? ids : [])));
  return devices.some(({ id }) => inAlert.has(id))
    ? 'Non si prova durante un’allerta: la prova torna possibile quando finisce.'
    : null;
}
