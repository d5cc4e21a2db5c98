import { type News, seenBy } from '../notifications/notification.ts';
import type { StoredSchedule } from './stored-schedule.ts';

/** What its author and the admins are notified of a schedule that was missed. */
export function newsOfMissed(schedule: StoredSchedule, authorId: number | null): News {
  const { id, color, deviceType, executeAt, username, outcomeReason } = schedule;
  const facts = seenBy(authorId, { color, deviceType, executeAt, username, outcomeReason });
  return { audience: { to: 'chats' }, key: `missed:${id}`, kind: 'missed-schedule', facts };
}
