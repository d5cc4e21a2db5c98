import { setTimeout } from 'node:timers/promises';
import { isDeviceTopic, splitMessageTopic } from '@semaforo/contract/domain/device-key';
import type { Client } from 'aedes';
import { createRateLimiter } from '../../platform/rate-limiter.ts';
import type { DeviceLogin, RefusedLogIn } from '../device-logins.port.ts';
import type { Acl, Role } from './acl.ts';
import { LOG_INS, REFUSAL_DELAY_MS, SEEN_AGAIN_AFTER_MS, WRONG_LOG_INS } from './limits.ts';
import type { Meters } from './meters.ts';
import { PacedSocket } from './paced-socket.ts';
import { createSessionList } from './session-list.ts';
import type { Sessions } from './sessions.ts';
import type { BrokerTask } from './worker-messages.ts';

/** Whoever is refused chose these texts: they are shown, so they are short, and hold nothing that cannot be. */
const LONGEST = 64;

const NO_PASSWORD = Buffer.alloc(0);

/** Who is let in, and as whom. */
export type Authenticator = {
  /** A client that is about to log in has a last will on this topic. */
  noteWill: (client: Client, topic: string) => void;
  /** Resolves to whether the client is let in; late when there were too many wrong tries. */
  logIn: (
    client: Client,
    given: { username: string | undefined; password: Buffer | undefined },
  ) => Promise<boolean>;
  /** Whoever is connected with what the log-in was before is cut off. */
  loginChanged: (username: string, login: DeviceLogin | undefined) => void;
};

export function createAuthenticator(deps: {
  task: BrokerTask;
  sessions: Sessions;
  acl: Acl;
  meters: Meters;
  isOwn: (clientId: string) => boolean;
  /** A device was let in. */
  seen: (username: string) => void;
  /** A client was not let in; not told of one that tries too often. */
  refused: (logIn: RefusedLogIn) => void;
}): Authenticator {
  const { sessions, acl, meters, isOwn } = deps;
  const sessionList = createSessionList(deps.task);
  const wills = new WeakMap<Client, string>();
  /** By username: what a device says, however much, takes nothing from its log-ins. */
  const logIns = createRateLimiter(LOG_INS);
  const wrongLogIns = createRateLimiter(WRONG_LOG_INS);

  const lastSeen = new Map<string, number>();
  const publishSeen = (username: string) => {
    const now = performance.now();
    if (now - (lastSeen.get(username) ?? Number.NEGATIVE_INFINITY) < SEEN_AGAIN_AFTER_MS) return;
    lastSeen.set(username, now);
    deps.seen(username);
  };
  const letIn = (client: Client, username: string, role: Role | undefined) => {
    // The server's client ids are its own, and it has no others.
    if (!role || isOwn(client.id) !== (role.kind === 'server')) return false;
    const will = wills.get(client);
    // A watcher's is dropped when it comes, like all that it says: its makers give it one by default.
    if (will !== undefined && role.kind !== 'watcher' && !acl.mayPublish(role, will)) return false;
    if (!sessions.admit(client, { username, role })) return false;
    if (role.kind === 'device') publishSeen(username);
    return true;
  };

  const refuse = async (
    client: Client,
    {
      username,
      origin,
      who,
      role,
    }: { username: string; origin: string; who: string; role: Role | undefined },
  ) => {
    await wrongLogIns.take(who);
    const unproven = sessionList.knows(username) ? 'wrong-password' : 'unknown';
    const reason = role ? 'not-allowed' : unproven;
    deps.refused(describeRefused({ client, username, origin, will: wills.get(client), reason }));
  };

  return {
    noteWill: (client, topic) => void wills.set(client, topic),
    logIn: async (client, { username = '', password = NO_PASSWORD }) => {
      // By address and username: nobody locks out who is elsewhere, or another.
      const origin = client.conn instanceof PacedSocket ? client.conn.origin : '';
      const who = `${origin} ${sessionList.knows(username) ? username : ''}`;
      if ((await wrongLogIns.waitMs(who)) > 0) return setTimeout(REFUSAL_DELAY_MS, false);
      const role = sessionList.roleOf(username, password);
      // Who connects again and again is slowed. Who talks too much is let in: it may be another than who talked.
      if (role?.kind === 'device' && (await logIns.take(username)) > 0)
        return setTimeout(REFUSAL_DELAY_MS, false);
      const isIn = letIn(client, username, role);
      if (!isIn) await refuse(client, { username, origin, who, role });
      return isIn;
    },
    loginChanged: (username, login) => {
      if (!login) {
        lastSeen.delete(username);
        meters.forget(username);
      }
      if (sessionList.change(username, login)) sessions.cut(username);
    },
  };
}

/** What is known of a client that was not let in. */
function describeRefused(refused: {
  client: { id: string };
  username: string;
  origin: string;
  /** The topic of its last will. */
  will: string | undefined;
  reason: RefusedLogIn['reason'];
}): RefusedLogIn {
  const key = splitMessageTopic(refused.will ?? '')?.key;
  return {
    username: shortText(refused.username),
    clientId: shortText(refused.client.id),
    address: refused.origin,
    key: key !== undefined && isDeviceTopic(key) ? key : null,
    reason: refused.reason,
  };
}

function shortText(text: string): string {
  return text.replaceAll('\0', '').slice(0, LONGEST).toWellFormed();
}
