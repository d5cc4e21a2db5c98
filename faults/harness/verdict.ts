import { colorOfChannel } from '@semaforo/contract/domain/channels';
import { PUNCTUAL_WITHIN_MS } from '@semaforo/contract/domain/schedule-rules';
import type { Command, Comune, Delivery, Records } from './crash-town.ts';
import { assertSignal } from './signal-verdict.ts';
import type { ReportViolation, Violation } from './violation.ts';
import type { Received } from './witness.ts';

/** Compares what the database says about a Comune with what passed the broker. Returns the faults. */
export function assert(comune: Comune, records: Records, received: Received): Violation[] {
  const violations: Violation[] = [];
  const { number, point, pass, act } = comune.crash;
  const reportViolation = (kind: Violation['kind'], what: string) =>
    violations.push({ kind, what: `${number} (${act}, ${point}:${pass}): ${what}` });

  const commands = comune.schedules.map((_, index) =>
    assertSchedule(comune, index, records, reportViolation),
  );
  const last = commands.at(-1);
  for (const { key, isMute } of comune.signals) {
    const ofSignal = received.filter((message) => message.key === key);
    assertSignal({ key, comune, received: ofSignal, firstCommand: commands.find(Boolean) }, reportViolation);
    for (const delivery of records.deliveries.filter(({ device_topic }) => device_topic === key)) {
      const command = records.commands.find(({ id }) => id === delivery.command_id);
      assertDelivery({ delivery, command, received: ofSignal }, reportViolation);
      assertEnd({ delivery, isLast: delivery.command_id === last?.id, isMute }, reportViolation);
    }
  }
  if (comune.lantern) assertLantern(comune.lantern.key, records, received, reportViolation);
  return violations;
}

/**
 * A schedule must run once, not early, and end as its deliveries did, or be replaced by a later one. Returns its
 * command.
 */
function assertSchedule(
  comune: Comune,
  index: number,
  records: Records,
  reportViolation: ReportViolation,
): Command | undefined {
  const planned = comune.schedules[index];
  const schedule = records.schedules.find(({ id }) => id === planned?.id);
  if (!schedule) {
    reportViolation('missed', `schedule ${planned?.id} is gone`);
    return undefined;
  }
  const { id, executed, outcome, outcome_reason: reason } = schedule;
  const commands = records.commands.filter(({ schedule_id }) => schedule_id === id);
  const [command] = commands;
  if (commands.length > 1) reportViolation('doubled', `schedule ${id} has ${commands.length} commands`);
  const isLatest = index === comune.schedules.length - 1;
  if (
    executed !== 1 ||
    outcome === 'mancata' ||
    outcome === 'annullata' ||
    (outcome === 'superata' && isLatest)
  ) {
    reportViolation('missed', `schedule ${id} is ${outcome ?? 'active'}: ${reason ?? ''}`);
  } else if (schedule.command_id !== (command?.id ?? null)) {
    reportViolation('untruthful', `schedule ${id} is ${outcome} without its command`);
  } else if (command) {
    assertOutcome({ schedule, command, records }, reportViolation);
  } else if (outcome !== 'superata') {
    reportViolation('untruthful', `schedule ${id} is ${outcome} without a command`);
  }
  return command;
}

/** How a schedule ended must follow from its deliveries, and how late it was from when they were sent. */
function assertOutcome(
  {
    schedule,
    command,
    records,
  }: { schedule: Records['schedules'][number]; command: Command; records: Records },
  reportViolation: ReportViolation,
): void {
  const { id, outcome, execute_at: dueAt } = schedule;
  const deliveries = records.deliveries.filter(({ command_id }) => command_id === command.id);
  const sentAt = Math.max(command.created_at, ...deliveries.map(({ sent_at }) => sent_at ?? 0));
  const isAll = (state: Delivery['state']) => deliveries.every((delivery) => delivery.state === state);
  const executed = sentAt - dueAt > PUNCTUAL_WITHIN_MS ? 'in ritardo' : 'eseguita';
  const unconfirmed = isAll('superato') ? 'superata' : 'non confermata';
  const right = isAll('confermato') ? executed : unconfirmed;
  if (command.created_at < dueAt)
    reportViolation('untruthful', `schedule ${id} ran ${dueAt - command.created_at} ms early`);
  if (outcome !== right) reportViolation('untruthful', `schedule ${id} is ${outcome} instead of ${right}`);
}

/** A delivery may be `confermato` only if the device reported so after the command was accepted. */
function assertDelivery(
  { delivery, command, received }: { delivery: Delivery; command: Command | undefined; received: Received },
  reportViolation: ReportViolation,
): void {
  const { device_topic: key, state, value } = delivery;
  if (state === 'accettato' || state === 'inviato') reportViolation('untruthful', `${key} is still ${state}`);
  if (state !== 'confermato') return;
  const reported = received.some(
    ({ isCommand, at, channel, payload }) =>
      !isCommand &&
      payload === '1' &&
      (value === 'acceso' || colorOfChannel(key, channel) === value) &&
      at >= (command?.created_at ?? Number.POSITIVE_INFINITY),
  );
  if (!reported) reportViolation('untruthful', `${key} is confermato and never said ${value}`);
}

/**
 * An obedient signal must confirm the last command and may confirm an earlier one. A mute signal confirms nothing.
 */
function assertEnd(
  { delivery, isLast, isMute }: { delivery: Delivery; isLast: boolean; isMute: boolean },
  reportViolation: ReportViolation,
): void {
  const { state, reason, device_topic: key } = delivery;
  const may = isMute ? 'scaduto' : 'confermato';
  if (state === may || (!isLast && state === 'superato')) return;
  reportViolation(isMute ? 'untruthful' : 'missed', `${key} ended ${state}: ${reason ?? ''}`);
}

/**
 * A lantern has at most one command, and messages only if it has one. When the caller got no answer to the click, the
 * command may not exist at all.
 */
function assertLantern(
  key: string,
  records: Records,
  received: Received,
  reportViolation: ReportViolation,
): void {
  const ofLantern = received.filter((message) => message.key === key);
  const sent = ofLantern.filter(({ isCommand }) => isCommand);
  const deliveries = records.deliveries.filter(({ device_topic }) => device_topic === key);
  const [delivery] = deliveries;
  const command = records.commands.find(({ id }) => id === delivery?.command_id);
  if (deliveries.length > 1) reportViolation('doubled', `${key} has ${deliveries.length} commands`);
  if (
    sent.some(({ at, payload }) => payload !== '1' || at < (command?.created_at ?? Number.POSITIVE_INFINITY))
  )
    reportViolation('untruthful', `${key} was commanded something else than its command`);
  if (!delivery) return;
  assertDelivery({ delivery, command, received: ofLantern }, reportViolation);
  assertEnd({ delivery, isLast: true, isMute: false }, reportViolation);
}
