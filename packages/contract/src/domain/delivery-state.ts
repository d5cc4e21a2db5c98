/** The states of a delivery, one device's share of a command (docs/rules.md#delivery-states). */
export const DELIVERY_STATES = [
  'accettato',
  'inviato',
  'confermato',
  'fallito',
  'scaduto',
  'superato',
  'annullato',
] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

const SUCCESSORS: Record<DeliveryState, readonly DeliveryState[]> = {
  accettato: ['inviato', 'confermato', 'fallito', 'scaduto', 'superato', 'annullato'],
  inviato: ['confermato', 'fallito', 'scaduto', 'superato'],
  scaduto: ['confermato'],
  confermato: [],
  fallito: ['confermato'],
  superato: [],
  annullato: [],
};

/** True when a delivery may pass from one state to the other. Only a late confirmation upgrades `scaduto` and
 * `fallito`. */
export function mayBecome(from: DeliveryState, to: DeliveryState): boolean {
  return SUCCESSORS[from].includes(to);
}

/** True while messages may still be sent to the device, or its confirmation is still awaited. */
export function isUnderWay(state: DeliveryState): boolean {
  return state === 'accettato' || state === 'inviato';
}

/** True when the device did not confirm what it was told; a late confirmation may still come. */
export function hasFailed(state: DeliveryState): state is 'fallito' | 'scaduto' {
  return state === 'fallito' || state === 'scaduto';
}
