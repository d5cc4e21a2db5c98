import { litLamps, shownBy } from '@semaforo/contract/domain/lamps';
import type { Findings } from './findings.ts';
import type { ReportViolation } from './violation.ts';

type Record = Findings['records'][number];

/**
 * What is desired of a device must follow from its last command or from what a person accepted since, also long after
 * it confirmed; and a device that reports something else must be told as out of sync, whenever it came to do so.
 */
export function checkDesired(findings: Findings, reportViolation: ReportViolation): void {
  const { records, deliveries, asked, now } = findings;
  for (const record of records) {
    const { topic: key, desired, out_of_sync } = record;
    const last = deliveries
      .filter(({ device_topic, state }) => device_topic === key && state !== 'annullato')
      .at(-1);
    const about = { key, at: last?.created_at ?? now };
    const wasAccepted = asked.some(
      ({ act, answers }) =>
        act.name === 'accept' &&
        act.key === key &&
        answers.some(({ at, status }) => status !== 409 && at >= (last?.created_at ?? 0)),
    );
    if (!wasAccepted && (desired?.value ?? null) !== (last?.value ?? null))
      reportViolation(
        'desired-wrong',
        `of ${key} ${desired?.value} is desired, and the last command was ${last?.value}`,
        about,
      );
    const isOther = reportsOther(record);
    if (isOther && !out_of_sync)
      reportViolation('drift-untold', `${key} shows ${record.status} instead of ${desired?.value}`, about);
    if (!isOther && out_of_sync)
      reportViolation('desired-wrong', `${key} is out of sync, and shows ${desired?.value}`, about);
  }
}

function reportsOther({ desired, pending, lamps: records }: Record): boolean {
  const lamps = Object.fromEntries(
    records.flatMap(({ color, on, said_at }) =>
      on === null
        ? []
        : [[color, { on, reportedAt: said_at === null ? null : Date.parse(said_at), reportedIn: null }]],
    ),
  );
  const shown = shownBy(lamps);
  if (desired === null || pending !== null || shown === null) return false;
  return shown !== desired.value || litLamps(lamps).length > 1;
}
