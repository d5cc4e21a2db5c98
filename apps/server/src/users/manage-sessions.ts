import type { SessionRecord } from '@semaforo/contract/api/users';
import { authorOf } from '../http/author-of.ts';
import { type Actor, accountOf } from '../platform/actor.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { notFound, type Refusal } from '../platform/refusal.ts';
import { describeBrowser } from './describe-browser.ts';
import type { SessionsRepository } from './sessions.repository.ts';
import type { UserEvent } from './user-events.ts';

/** Who calls, and in which session. */
type Caller = { actor: Actor; address: string; sessionId: number };

export type SessionManagement = ReturnType<typeof createSessionManagement>;

/** Lists and ends the caller's own sessions. What ended is published to the other modules once it is stored. */
export function createSessionManagement(options: {
  sessions: SessionsRepository;
  events: EventChannel<UserEvent>;
  clock: Clock;
}) {
  const { sessions, events, clock } = options;
  const end = async (id: number, caller: Caller, action: string): Promise<boolean> => {
    const userId = accountOf(caller.actor);
    const hasEnded = await sessions.end(
      { id, userId },
      { author: authorOf(caller), at: clock.now(), action },
    );
    if (hasEnded) events.publish({ kind: 'session-ended', userId, sessionId: id });
    return hasEnded;
  };

  return {
    /** The open ones, the caller's own first, then the newest. */
    list: async ({ actor, sessionId }: Caller): Promise<{ sessions: SessionRecord[] }> => {
      const rows = await sessions.list(accountOf(actor), clock.now());
      const records = rows.map((row) => ({
        id: row.id,
        created_at: isoTime(row.created_at),
        last_seen: isoTime(row.id === sessionId ? clock.now() : row.last_seen),
        expires_at: isoTime(row.expires_at),
        address: row.address,
        ...describeBrowser(row.user_agent),
        known: row.from_known_browser === 1,
        current: row.id === sessionId,
      }));
      return { sessions: records.toSorted((one, other) => Number(other.current) - Number(one.current)) };
    },
    /** Ends the caller's session. */
    logOut: async (caller: Caller): Promise<undefined> => {
      await end(caller.sessionId, caller, 'users.log-out');
    },
    end: async (id: number, caller: Caller): Promise<Refusal | undefined> =>
      (await end(id, caller, 'users.end-session')) ? undefined : notFound(),
    endOthers: async (caller: Caller): Promise<undefined> => {
      const userId = accountOf(caller.actor);
      const act = { author: authorOf(caller), at: clock.now() };
      const ended = await sessions.endOthers({ id: caller.sessionId, userId }, act);
      for (const sessionId of ended) events.publish({ kind: 'session-ended', userId, sessionId });
    },
  };
}
