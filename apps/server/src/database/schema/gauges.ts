import type { SiteEventKind } from '@semaforo/contract/domain/sensors/gauge-state';
import type { WarningColor } from '@semaforo/contract/domain/sensors/site-rule';

/** How a gauge is read, the rule of its site, what a person last saw there and what is known of it: JSON, or null. */
export type GaugesTable = {
  device_id: number;
  settings: string | null;
  rule: string | null;
  rule_at: number | null;
  rule_by: string | null;
  person: string | null;
  state: string | null;
};

/** What happened at a site, numbered as it happened. */
export type GaugeEventsTable = {
  device_id: number;
  number: number;
  at: number;
  kind: SiteEventKind;
  color: WarningColor | null;
  level: number | null;
  sentence: string;
  /** What is still to be done about it; null: nothing. */
  act: 'propose' | 'raise' | null;
  alert_id: number | null;
};

/** What a gauge measured in a minute (epoch ms of its beginning): the last of each, of the level also the extremes. */
export type GaugeMinutesTable = {
  device_id: number;
  minute: number;
  level: number | null;
  level_min: number | null;
  level_max: number | null;
  rain: number | null;
  float: number | null;
};
