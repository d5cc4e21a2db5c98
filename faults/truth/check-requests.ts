import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import type { SentRequest } from './carry-out.ts';
import type { DeliveryRow, Findings } from './findings.ts';
import { AGING_ACTS } from './operation-plan.ts';
import type { ReportViolation } from './violation.ts';

/** With these the server says that it did nothing. */
const NOTHING_DONE: readonly string[] = [
  'command-too-old',
  'broker-unreachable',
  'nothing-to-repeat',
  'command-pending',
];

/** What became of each request of a user. */
export function checkRequests(findings: Findings, reportViolation: ReportViolation): void {
  for (const request of findings.asked) {
    const ids = findings.commandsOf(request.key);
    const name = `#${request.number} (${request.act.name})`;
    if (ids.size > 1)
      reportViolation('acted-twice', `${name} became the commands ${[...ids].join(', ')}`, {
        at: request.sentAt,
      });
    const isRefused =
      request.answers.length > 0 &&
      request.answers.every(({ code }) => code !== undefined && NOTHING_DONE.includes(code));
    if (isRefused && ids.size > 0)
      reportViolation('answer-untrue', `${name} was refused and became a command`, { at: request.sentAt });
    if (AGING_ACTS.includes(request.act.name)) checkAge(request, name, ids, findings, reportViolation);
    checkAnswers(request, name, findings.deliveries, reportViolation);
  }
  checkCount(findings, reportViolation);
}

function checkAge(
  request: SentRequest,
  name: string,
  ids: ReadonlySet<number>,
  findings: Findings,
  reportViolation: ReportViolation,
): void {
  const { agedMs, answers, issuedAt, sentAt } = request;
  if (agedMs > CLICK_DEADLINE_MS && (ids.size > 0 || answers.some(({ status }) => status === 200)))
    reportViolation('old-click', `${name} was ${agedMs} ms old and was carried out`, { at: sentAt });
  for (const { id, deadline_at: deadlineAt } of findings.commands) {
    if (!ids.has(id) || deadlineAt <= issuedAt + CLICK_DEADLINE_MS) continue;
    const late = deadlineAt - issuedAt - CLICK_DEADLINE_MS;
    reportViolation('old-click', `command ${id} of ${name} has a deadline ${late} ms too late`, {
      at: sentAt,
    });
  }
}

/** A device without an error in the answer is confirmed. One with an error may be so since. */
function checkAnswers(
  { answers }: SentRequest,
  name: string,
  deliveries: readonly DeliveryRow[],
  reportViolation: ReportViolation,
): void {
  for (const { commandId, results } of answers) {
    for (const { device: key, error } of results) {
      const delivery = deliveries.find((one) => one.command_id === commandId && one.device_topic === key);
      if (delivery === undefined)
        reportViolation('answer-untrue', `${name}: ${key} has no delivery of command ${commandId}`, { key });
      else if (error === null && delivery.state !== 'confermato')
        reportViolation(
          'answer-untrue',
          `${name}: ${key} was answered as confirmed and is ${delivery.state}`,
          {
            key,
            at: delivery.created_at,
          },
        );
    }
  }
}

/** Nobody has more commands than requests. */
function checkCount({ asked, commands }: Findings, reportViolation: ReportViolation): void {
  const isOf = (user: string) => (request: SentRequest) =>
    request.user === user && AGING_ACTS.includes(request.act.name);
  for (const user of new Set(asked.map((request) => request.user))) {
    const made = commands.filter(
      ({ username, schedule_id }) => username === user && schedule_id === null,
    ).length;
    const requests = asked.filter(isOf(user)).length;
    if (made > requests)
      reportViolation('acted-twice', `${user} has ${made} commands of ${requests} requests`);
  }
}
