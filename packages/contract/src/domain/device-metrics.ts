/** What a device reports about itself: temperature in °C, supply voltage in V, uptime in seconds. */
export type DeviceMetrics = { temp: number | null; vcc: number | null; uptime: number | null };

const METRIC_NAMES = ['temp', 'vcc', 'uptime'] as const;

/** A number as devices write it. */
export const DECIMAL = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

/** True for the channels that carry metrics: `temp`, `vcc`, `uptime`, or all three in `metrics`. */
export function isMetricsChannel(channel: string): boolean {
  return channel === 'metrics' || METRIC_NAMES.some((name) => name === channel);
}

/** The metrics of a message: one number, or on `metrics` one JSON object of the three. Undefined when it has none. */
export function parseMetrics(channel: string, payload: string): Partial<DeviceMetrics> | undefined {
  const name = METRIC_NAMES.find((metric) => metric === channel);
  if (name !== undefined) {
    return DECIMAL.test(payload) ? acceptedMetrics({ [name]: Number(payload) }) : undefined;
  }
  return channel === 'metrics' ? acceptedMetrics(parseObject(payload)) : undefined;
}

function acceptedMetrics(candidate: Record<string, unknown>): Partial<DeviceMetrics> | undefined {
  const metrics: Partial<DeviceMetrics> = {};
  for (const name of METRIC_NAMES) {
    const value = candidate[name];
    if (typeof value === 'number' && Number.isFinite(value)) metrics[name] = value;
  }
  return Object.keys(metrics).length === 0 ? undefined : metrics;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    // A text that is no JSON carries no metrics.
    return {};
  }
}
