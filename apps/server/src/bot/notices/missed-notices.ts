import { maySee } from '../../platform/actor.ts';
import type { Outbox } from '../outbox/outbox.port.ts';
import type { LinkedChats } from '../telegram/linked-chats.port.ts';
import { noticesFor } from './notice-readers.ts';
import { type MissedScheduleDetails, missedText } from './notice-texts.ts';

/** Notifies the chats of the author and of the admins that a schedule was missed. */
export function createMissedNotices(options: {
  findSchedule: (id: number) => Promise<MissedScheduleDetails | undefined>;
  linkedChats: LinkedChats;
  outbox: Outbox;
}): (missed: { scheduleId: number; authorId: number | null }) => Promise<void> {
  return async ({ scheduleId, authorId }) => {
    const schedule = await options.findSchedule(scheduleId);
    if (!schedule) return;
    const text = missedText(schedule);
    await options.outbox.put(
      await noticesFor(options.linkedChats, `missed:${scheduleId}`, (reader) =>
        maySee(reader, authorId) ? text : undefined,
      ),
    );
  };
}
