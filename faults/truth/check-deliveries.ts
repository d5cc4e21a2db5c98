import { channelOfColor, channelOfLantern } from '@semaforo/contract/domain/channels';
import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import { isConfirmedByReport } from './confirmed-by-report.ts';
import type { CommandRow, DeliveryRow, Findings } from './findings.ts';
import type { SentMessage } from './sent-message.ts';
import { TOWN } from './town.ts';
import type { ReportViolation } from './violation.ts';

const OPEN_AT_MOST_MS = 90_000;
/** A message sent just in time arrives a little later, and this process notes it when it can. */
const ARRIVES_WITHIN_MS = 700;

export function checkDeliveries(findings: Findings, reportViolation: ReportViolation): void {
  const commands = new Map(findings.commands.map((command) => [command.id, command]));
  for (const delivery of findings.deliveries) {
    const { device_topic: key, state, value, created_at: createdAt, command_id: id } = delivery;
    const device = TOWN.find((one) => one.key === key);
    if (isUnderWay(state) && findings.now - createdAt > OPEN_AT_MOST_MS)
      reportViolation('left-open', `command ${id} to ${key} is ${state}`, { key, at: createdAt });
    // What waits for a database that is away is stored with the time of the first.
    const isStoredAtOnce = !findings.outages.overlap(
      ['database', 'database slow'],
      createdAt,
      delivery.state_changed_at,
    );
    const confirmedAt = isStoredAtOnce ? delivery.state_changed_at : Infinity;
    if (
      state === 'confermato' &&
      device &&
      !isConfirmedByReport({ device, value, createdAt, confirmedAt }, findings.linkLog)
    )
      reportViolation(
        'confirmed-dark',
        `command ${id}: ${key} never said ${value} after it; ${historyOf(delivery, findings)}`,
        {
          key,
          at: createdAt,
        },
      );
  }
  for (const message of findings.commanded)
    checkMessage(message, findings.deliveries, commands, reportViolation);
  for (const { key, channel, retain } of findings.linkLog.sent) {
    if (retain) reportViolation('odd-message', `${key}/${channel}/set is retained`, { key });
  }
  for (const topic of findings.linkLog.oddTopics)
    reportViolation('odd-message', `the server published to ${topic}`);
}

/** How a delivery went by the server's log and by the link's. */
function historyOf(
  { device_topic: key, created_at: from, state_changed_at: until }: DeliveryRow,
  { linkLog }: Findings,
) {
  const sent = linkLog.sent.filter((one) => one.key === key && one.at >= from);
  const received = linkLog.received.filter((one) => one.key === key && one.at >= from);
  const reports = received.map(({ lamp, on, at }) => `${lamp} ${on ? 1 : 0} at ${at - from}`).join(', ');
  return `${sent.length} messages sent, confirmed after ${until - from} ms, heard ${reports || 'nothing'} (ms)`;
}

/** Each message to a device is of some command to it that is not over its deadline. */
function checkMessage(
  { at, key, channel, payload, retain }: SentMessage,
  deliveries: readonly DeliveryRow[],
  commands: ReadonlyMap<number, CommandRow>,
  reportViolation: ReportViolation,
): void {
  if (retain)
    reportViolation('odd-message', `${key} was commanded ${channel} ${payload} retained`, { key, at });
  const possible = deliveries.filter(
    (delivery) =>
      delivery.device_topic === key &&
      isMessageOf(delivery, { channel, payload }) &&
      delivery.created_at <= at,
  );
  const deadlines = possible.map(({ command_id }) => commands.get(command_id)?.deadline_at ?? 0);
  const deadline = Math.max(...deadlines);
  if (possible.length === 0)
    reportViolation('odd-message', `${key} was commanded ${channel} ${payload} by no command`, { key, at });
  else if (at > deadline + ARRIVES_WITHIN_MS)
    reportViolation(
      'late-message',
      `${key} was commanded ${channel} ${payload} ${at - deadline} ms after the deadline`,
      {
        key,
        at,
      },
    );
}

function isMessageOf(
  { device_topic: key, value }: DeliveryRow,
  { channel, payload }: { channel: string; payload: string },
) {
  if (value === 'spento') return payload === '0';
  const lit = value === 'acceso' ? channelOfLantern(key) : channelOfColor(key, value);
  return (payload === '1') === (channel === lit);
}
