/** Where one device's share of a command stands (docs/rules.md#delivery-states). */
export const DELIVERY_STATES = [
  'accettato',
  'inviato',
  'confermato',
  'fallito',
  'scaduto',
  'superato',
] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

const SUCCESSORS: Record<DeliveryState, readonly DeliveryState[]> = {
  accettato: ['inviato', 'confermato', 'fallito', 'scaduto', 'superato'],
  inviato: ['confermato', 'fallito', 'scaduto', 'superato'],
  scaduto: ['confermato'],
  confermato: [],
  fallito: [],
  superato: [],
};

/** True when a delivery may pass from one state to the other; `scaduto` may only be upgraded by a late confirmation. */
export function mayBecome(from: DeliveryState, to: DeliveryState): boolean {
  return SUCCESSORS[from].includes(to);
}

/** True while the device may still be written to or is still expected to answer in time. */
export function isUnderWay(state: DeliveryState): boolean {
  return state === 'accettato' || state === 'inviato';
}
