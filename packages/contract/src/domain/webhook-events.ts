/** What other systems may be sent, by the names that they read. */
export const WEBHOOK_EVENTS = [
  'device.out_of_sync',
  'device.error',
  'device.ok',
  'command.ended',
  'alert.proposed',
  'alert.began',
  'alert.ended',
  'alarm.opened',
  'alarm.resolved',
  'sensor.threshold',
  'audit.sealed',
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What became of a delivery: on its way, taken, or given up. */
export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number];
