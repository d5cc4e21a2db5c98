import type { Client } from '../client.ts';

/** A tool of the Model Context Protocol: what an assistant may call, and what comes back as text. */
export type Tool = {
  description: string;
  /** JSON Schema of its arguments. */
  inputSchema: { type: 'object'; properties: Record<string, object>; required?: string[] };
  call: (client: Client, given: Record<string, unknown>) => Promise<unknown>;
};

const COLORS = ['giallo', 'arancio', 'rosso'] as const;
const NOTHING = { type: 'object', properties: {} } as const;
const devices = { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 50 };
const color = { type: 'string', enum: [...COLORS] };

/**
 * All that an assistant can do: read, and propose to people. There is no tool that lights, ends or confirms anything,
 * and the key that the server demands could not do it either.
 */
export const TOOLS: Readonly<Record<string, Tool>> = {
  list_signals: {
    description:
      'Signals and lanterns as they report themselves: id, name, status, error, since when, and what is desired of them. A status is what a device said, never what was asked.',
    inputSchema: NOTHING,
    call: (client) => client('listDeviceStatuses'),
  },
  list_alerts: {
    description: 'Alerts that are proposed, confirmed or in course, with reason, color, from and to.',
    inputSchema: NOTHING,
    call: (client) => client('listAlerts'),
  },
  list_sensors: {
    description: 'Gauges: water level in cm, rain, float, faults and the rule of each site.',
    inputSchema: NOTHING,
    call: (client) => client('listSensors'),
  },
  propose_alert: {
    description:
      'Proposes an alert for signals by their ids. It lights nothing: a person of the Comune confirms or refuses it in the console.',
    inputSchema: {
      type: 'object',
      properties: {
        color,
        from: { type: 'string', description: 'ISO 8601' },
        to: { type: 'string', description: 'ISO 8601' },
        reason: { type: 'string', minLength: 1, maxLength: 500 },
        device_ids: devices,
      },
      required: ['color', 'from', 'to', 'reason', 'device_ids'],
    },
    call: (client, given) =>
      client('createAlert', {
        body: {
          color: colorOf(given.color),
          from: String(given.from),
          to: String(given.to),
          reason: String(given.reason),
          deviceIds: idsOf(given.device_ids),
        },
      }),
  },
  propose_command: {
    description:
      'Proposes to light a color on signals by their ids. It lights nothing: a person confirms it in the console within 15 minutes.',
    inputSchema: {
      type: 'object',
      properties: { color, device_ids: devices },
      required: ['color', 'device_ids'],
    },
    call: async (client, given) => {
      const body = { command: colorOf(given.color), deviceIds: idsOf(given.device_ids) };
      const outcome = await client.attempt('sendCommand', { body });
      // What was kept for a person is answered as a refusal to act.
      if (!outcome.ok && outcome.error.code === 'proposed')
        return { proposed: true, note: outcome.error.message };
      if (!outcome.ok) throw outcome.error;
      return outcome.answer;
    },
  },
};

function colorOf(given: unknown): (typeof COLORS)[number] {
  const known = COLORS.find((one) => one === given);
  if (known === undefined) throw new Error(`color is one of ${COLORS.join(', ')}`);
  return known;
}

function idsOf(given: unknown): number[] {
  const ids: unknown[] = Array.isArray(given) ? given : [];
  const numbers = ids.filter((id) => typeof id === 'number' && Number.isInteger(id)) as number[];
  // Never all devices by an omission.
  if (numbers.length === 0 || numbers.length !== ids.length) throw new Error('device_ids are ids of signals');
  return numbers;
}
