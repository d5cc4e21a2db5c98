import { type AlertFacts, alertCondition, wasDone } from '@semaforo/contract/domain/alert-rules';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import { type DeliveryState, hasFailed } from '@semaforo/contract/domain/delivery-state';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { maySee } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { formatNames } from './messages.ts';
import type { Enqueue, Facts, News, Reader } from './notification.ts';

/** An alert as it is notified. */
export type NotifiedAlert = AlertFacts & {
  id: number;
  ownerId: number | null;
  author: string | null;
  authorId: number | null;
  color: SignalColor;
  from: number;
  reason: string;
  drill: boolean;
  /** The newest beginning: one that is tried again is notified again. */
  beginId: number | null;
};

/** What a bulletin says to a Comune that wants no proposals. */
export type NotifiedForecast = {
  ownerId: number;
  zone: string;
  name: string;
  day: string;
  color: SignalColor;
};

/** A command that has ended. `value` null: a restore; `createdAt` is in epoch milliseconds. */
export type EndedCommand = {
  id: number;
  createdAt: number;
  origin: CommandOrigin;
  value: DeviceStatus | null;
  deliveries: readonly { ownerId: number | null; deviceLabel: string; state: DeliveryState }[];
};

/** Where news read what they say. */
export type NewsSources = {
  findSchedule: (id: number) => Promise<Facts['missed-schedule'] | undefined>;
  findAlert: (id: number) => Promise<NotifiedAlert | undefined>;
  findCommand: (id: number) => Promise<EndedCommand | undefined>;
};

/** What happens once and is notified once, under a key of its own. */
export function createNews({
  findSchedule,
  findAlert,
  findCommand,
  enqueue,
  clock,
}: NewsSources & { enqueue: Enqueue; clock: Clock }) {
  /** Those commands whose end is notified: a late confirmation ends one a second time. */
  const notified = new Set<number>();

  const notifyCommand = async (id: number) => {
    const command = await findCommand(id);
    if (!command) return;
    const facts = (reader: Reader) => factsOfCommand(command, reader);
    await enqueue({ audience: { to: 'chats' }, key: `command:${id}`, kind: 'command', facts });
  };

  return {
    /** Notifies each linked chat, once per command, how many of its user's own devices did not confirm. */
    commandsEnded: async (ids: readonly number[]) => {
      for (const id of ids) {
        if (notified.has(id)) continue;
        await notifyCommand(id);
        notified.add(id);
      }
    },
    /** Notifies the author and the admins. */
    scheduleMissed: async ({ scheduleId, authorId }: { scheduleId: number; authorId: number | null }) => {
      const found = await findSchedule(scheduleId);
      if (!found) return;
      const { color, deviceType, executeAt, username, outcomeReason } = found;
      const facts = seenBy(authorId, { color, deviceType, executeAt, username, outcomeReason });
      const key = `missed:${scheduleId}`;
      await enqueue({ audience: { to: 'chats' }, key, kind: 'missed-schedule', facts });
    },
    backupFailed: async ({ at, reason }: { at: number; reason: string }) => {
      const facts = ({ role }: Reader) => (role === 'admin' ? { reason } : undefined);
      await enqueue({ audience: { to: 'chats' }, key: `backup:${at}`, kind: 'backup-failed', facts });
    },
    /** Notifies the chats of owner and admins of what became of an alert; browsers of what waits for a person. */
    alertChanged: async (alertId: number) => {
      const alert = await findAlert(alertId);
      if (!alert) return;
      for (const news of newsOfAlert(alert, clock.now())) await enqueue(news);
    },
    forecast: async ({ ownerId, zone, name, day, color }: NotifiedForecast) => {
      const key = `forecast:${ownerId}:${zone}:${day}:${color}`;
      const facts = seenBy(ownerId, { name, day, color });
      await enqueue({ audience: { to: 'chats' }, key, kind: 'forecast', facts });
    },
    /** It concerns everybody: no Comune is proposed anything. */
    bulletinStale: async ({ id, name, issuedAt }: { id: number; name: string; issuedAt: number }) => {
      const facts = { name, issuedAt };
      await enqueue({ audience: { to: 'chats' }, key: `stale:${id}`, kind: 'old-bulletin', facts });
    },
  };
}

function seenBy<F>(ownerId: number | null, facts: F): (reader: Reader) => F | undefined {
  return (reader) => (maySee(reader, ownerId) ? facts : undefined);
}

function factsOfCommand(
  { origin, value, createdAt, deliveries }: EndedCommand,
  reader: Reader,
): Facts['command'] | undefined {
  const own = deliveries.filter(({ ownerId }) => maySee(reader, ownerId));
  const failed = own.filter(({ state }) => hasFailed(state)).map(({ deviceLabel }) => deviceLabel);
  if (failed.length === 0) return undefined;
  const named = { count: failed.length, names: formatNames(failed) };
  return { origin, value, createdAt, total: own.length, failed: named };
}

/** What is notified of an alert as it is now. */
export function newsOfAlert(alert: NotifiedAlert, now: number): News[] {
  const { id, ownerId, author, authorId, decision, color, drill, from, to, reason } = alert;
  const { state, awaits } = alertCondition(alert, now);
  const span = { color, drill, from, to, reason };
  const news: News[] = [];
  const step = stepOf(alert, { state, awaits });
  if (step !== undefined) {
    const facts = seenBy(ownerId, { ...span, state, awaits, author, isDecided: decision !== 'proposta' });
    news.push({ audience: { to: 'chats' }, key: `alert:${id}:${step}`, kind: 'alert', facts });
  }
  const needsTwo = awaits === 'seconda persona';
  if (state === 'proposta' || needsTwo) {
    // Of the proposals of all Comuni an admin would get thousands. What waits for a second person is for everyone who
    // sees it but the first.
    const withAdmins = needsTwo || ownerId === null;
    news.push({
      audience: { to: 'browsers', ownerIds: [ownerId], withAdmins, not: needsTwo ? authorId : null },
      key: `alert:${id}:${needsTwo ? 'second' : 'proposed'}`,
      ...{ kind: 'alert-to-decide', facts: { ...span, needsTwo }, expiresAt: Math.max(to, now) },
    });
  }
  return news;
}

/** What of an alert is notified once; undefined when there is nothing to say of it. */
function stepOf(
  { begin, beginId, author }: NotifiedAlert,
  { state, awaits }: ReturnType<typeof alertCondition>,
): string | undefined {
  if (awaits === 'inizio') return `missed:${beginId}`;
  if (awaits === 'fine') return 'end-awaited';
  if (awaits === 'seconda persona') return 'asked';
  if (state === 'proposta') return 'proposed';
  if (state === 'confermata' && author === null) return 'raised';
  if (state === 'in corso') return `begun:${beginId}`;
  return wasDone(begin) && (state === 'conclusa' || state === 'revocata') ? 'ended' : undefined;
}
