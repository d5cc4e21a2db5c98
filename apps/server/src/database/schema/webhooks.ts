import type { Generated } from 'kysely';

/** Addresses of other systems that are sent what happens. */
export type WebhooksTable = {
  id: Generated<number>;
  url: string;
  /** JSON: the names of the events. */
  events: string;
  /** Whose events only; null: those of all. */
  user_id: number | null;
  /** What signs the deliveries, sealed. */
  secret: string;
  created_at: number;
};

/** What other systems were last sent of the devices that are not well. */
export type WebhookConditionsTable = { device_id: number; condition: 'error' | 'out_of_sync' };
