import type { OpenedBy } from '../database/schema/sessions.ts';
import type { CallingBrowser } from '../http/handlers.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import type { Secret } from '../platform/secret.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { endOfSession } from './session-lifetime.ts';
import type { SessionsRepository } from './sessions.repository.ts';
import type { Tokens } from './tokens.port.ts';
import type { UserEvent } from './user-events.ts';
import type { StoredUser } from './users.repository.ts';

export type StartSession = (opened: {
  user: StoredUser;
  by: OpenedBy;
  fromKnownBrowser: boolean;
  address: string;
  browser: CallingBrowser;
}) => Promise<{ accessToken: Secret }>;

/** Opens a session of who has proved to be that user, in a browser that the account then knows. */
export function createStartSession(options: {
  sessions: Pick<SessionsRepository, 'open'>;
  tokens: Pick<Tokens, 'issue'>;
  knownBrowsers: KnownBrowsers;
  events: Pick<EventChannel<UserEvent>, 'publish'>;
  /** True where persons log in by OpenID Connect: then an admin's password is for emergencies. */
  hasOidc: boolean;
  clock: Clock;
}): StartSession {
  return async ({ user, by, fromKnownBrowser, address, browser }) => {
    const at = options.clock.now();
    const expiresAt = endOfSession(at);
    const author = { id: user.comuneId ?? user.id, username: user.username, address };
    const isEmergency = options.hasOidc && by === 'password' && user.role === 'admin';
    const { id: sessionId, ended } = await options.sessions.open(
      { userId: user.id, userAgent: browser.userAgent, fromKnownBrowser, expiresAt, by, isEmergency },
      { author, at },
    );
    for (const id of ended) options.events.publish({ kind: 'session-ended', userId: user.id, sessionId: id });
    browser.setCookie(options.knownBrowsers.introduce(user, browser));
    return { accessToken: await options.tokens.issue({ user, sessionId, expiresAt }) };
  };
}
