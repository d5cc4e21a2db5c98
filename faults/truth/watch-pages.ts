import { setTimeout as delay } from 'node:timers/promises';
import type { LampColor } from '@semaforo/contract/domain/lamps';
import { SILENCE_MS } from '@semaforo/contract/live/events';
import { checkAnyTime, KNOWN_DEAD_WITHIN_MS } from './check-lamps.ts';
import type { Crew, Member } from './crew.ts';
import { seenOf } from './page-record.ts';
import type { Testbed } from './testbed.ts';
import type { ReportViolation } from './violation.ts';

/** Compares what pages show with what the server answers, and both with what devices said, as long as a round lasts. */
export type PageWatch = { comparisons: () => number; stop: () => Promise<void> };

const EVERY_MS = 300;
const SAME_WITHIN_MS = 2000;
const ANSWER_WITHIN_MS = 1500;
/** Between the healing of a network and the moment when a page must be right again. */
const RECOVERED_AFTER_MS = 4000;
/** So long a page may show as fresh what the server said last: it looks once a second whether it heard anything. */
const PAGE_KNOWS_WITHIN_MS = SILENCE_MS + 2000;

export function watchPages(testbed: Testbed, crew: Crew, reportViolation: ReportViolation): PageWatch {
  /** Since when a page and the server have differed in just this way. */
  const differing = new Map<string, number>();
  const blamed = new Set<string>();
  let comparisons = 0;
  let isStopped = false;

  const compare = ({ user }: Member, key: string, shown: string, answered: string) => {
    const id = `${user} ${key} ${shown} ${answered}`;
    const now = Date.now();
    const since = differing.get(id) ?? now;
    differing.set(id, since);
    if (now - since < SAME_WITHIN_MS || blamed.has(id)) return;
    blamed.add(id);
    reportViolation('page-differs', `the page of ${user} shows ${key} as ${shown}, the server ${answered}`, {
      key,
    });
  };

  const watch = async (member: Member) => {
    const { page, reads, user, door } = member;
    const { devices, outages, linkLog } = testbed;
    const before = linkLog.newestConnection(door);
    const records = await reads('listDeviceStatuses', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const now = Date.now();
    const isLinkDead = outages.isLasting(['link', 'broker'], now - KNOWN_DEAD_WITHIN_MS);
    const hasReported = (key: string, lamp: LampColor) =>
      [before, linkLog.newestConnection(door)].some((connection) =>
        linkLog.isReportedLive(connection, key, lamp),
      );
    checkAnyTime({ records, devices, now, isLinkDead, hasReported }, reportViolation);
    const onPage = page.records().values();
    checkAnyTime(
      { records: onPage, devices, now: now - PAGE_KNOWS_WITHIN_MS, isLinkDead: false },
      reportViolation,
    );
    const current = page.currentSince();
    const isDisturbed = outages.overlap(['web', 'web slow', 'server'], now - RECOVERED_AFTER_MS, now);
    if (current === undefined || isDisturbed) return forget(user);
    for (const record of records) {
      const shown = page.records().get(record.topic);
      comparisons += 1;
      const [onItsPage, onServer] = [shown ? seenOf(shown) : 'nothing', seenOf(record)];
      if (onItsPage === onServer) forget(`${user} ${record.topic} `);
      else compare(member, record.topic, onItsPage, onServer);
    }
  };
  const forget = (start: string) => {
    for (const id of differing.keys()) if (id.startsWith(start)) differing.delete(id);
  };

  const run = async (member: Member) => {
    while (!isStopped) {
      // A server that is away or stopped answers nothing.
      await watch(member).catch(() => forget(member.user));
      await delay(EVERY_MS);
    }
  };
  const running = Promise.all([...crew.members.values()].map(run));
  return {
    comparisons: () => comparisons,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}
