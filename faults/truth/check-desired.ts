import { shownBy } from '@semaforo/contract/domain/lamps';
import { mayHaveAgreed } from './confirmed-by-word.ts';
import type { Findings } from './findings.ts';
import type { Blame } from './violation.ts';

/** What is desired of a device, and whether it is out of sync, must follow from the history and its own reports. */
export function checkDesired(findings: Findings, blame: Blame): void {
  const { records, deliveries, asked, now } = findings;
  for (const { topic: key, desired: open, out_of_sync, pending, lamps } of records) {
    const last = deliveries.filter(({ device_topic }) => device_topic === key).at(-1);
    const shown = shownBy(
      Object.fromEntries(
        lamps.flatMap(({ color, on, said_at }) =>
          on === null
            ? []
            : [[color, { on, saidAt: said_at === null ? null : Date.parse(said_at), saidIn: null }]],
        ),
      ),
    );
    const about = { key, at: last?.created_at ?? now };
    if (open !== null && open.value !== last?.value)
      blame(
        'desired-wrong',
        `of ${key} ${open.value} is desired, and the last command was ${last?.value}`,
        about,
      );
    const isAccepted = asked.some(
      ({ act, answers }) =>
        act.name === 'accept' &&
        act.key === key &&
        answers.some(({ at, status }) => status !== 409 && at >= (last?.created_at ?? 0)),
    );
    const device = findings.devices.get(key);
    // Somebody switched it by hand afterwards.
    const hasAgreed = () =>
      last !== undefined &&
      device !== undefined &&
      mayHaveAgreed(
        { device, value: last.value, askedAt: last.created_at, overAt: last.state_changed_at },
        findings.linkLog,
      );
    const isOver = last === undefined || last.state === 'confermato' || shown === last.value || isAccepted;
    if (open === null && !isOver && !hasAgreed())
      blame(
        'desired-wrong',
        `of ${key} nothing is desired, it shows ${shown}, and ${last.value} is ${last.state}`,
        about,
      );
    const lit = lamps.filter(({ on }) => on === true).length;
    const isOther = open !== null && pending === null && shown !== null && (shown !== open.value || lit > 1);
    if (out_of_sync !== isOther)
      blame(
        'desired-wrong',
        `${key}: differs ${out_of_sync}, desired ${open?.value}, shown ${shown}, pending ${pending}`,
        about,
      );
  }
}
