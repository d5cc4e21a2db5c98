import { conditionOf, confirmedStatusOf } from '@semaforo/contract/domain/condition';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { formatNames } from '../notifications/messages.ts';
import type { Audience, Enqueue, Facts } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import {
  type ChannelDecision,
  type ChannelFacts,
  type ChannelPost,
  decidePost,
  parseChannelState,
  writeChannelState,
} from './channel-level.ts';
import type { ChannelsRepository, ComuneChannel } from './channels.repository.ts';
import { type ChannelSignal, citizensGravity } from './shown-by-signals.ts';

/** A change is posted when nothing else changed for this long. */
const SETTLED_AFTER_MS = 5000;
/**
 * A level that lasted this long is posted whatever single signals do: one with a bad contact must not delay an
 * alert.
 */
const POSTED_AT_LATEST_MS = 30_000;
/** Signals that do not answer for so long are reported: a short gap of the network is not. */
const UNANSWERED_AFTER_MS = 60_000;

export type ChannelCheckOptions = {
  enqueue: Enqueue;
  clock: Clock;
  /** The path under which a proxy has the console. */
  basePath: string;
  repository: ChannelsRepository;
  readFacts: (userId: number) => Promise<ChannelFacts>;
  settledAfterMs?: number;
  postedAtLatestMs?: number;
  unansweredAfterMs?: number;
};

/** Checks the channel of one Comune: posts the level of its signals when it has changed and settled. */
export function createChannelCheck(options: ChannelCheckOptions) {
  const { repository, clock } = options;
  const unansweredAfterMs = options.unansweredAfterMs ?? UNANSWERED_AFTER_MS;
  const settling = createSettling({
    settledAfterMs: options.settledAfterMs ?? SETTLED_AFTER_MS,
    dueAfterMs: options.postedAtLatestMs ?? POSTED_AT_LATEST_MS,
  });

  const store = async (
    comune: ComuneChannel,
    decided: Exclude<ChannelDecision, { step: 'nothing' }>,
    since: number,
  ) => {
    const { userId, channel, last } = comune;
    const state = writeChannelState(decided.post);
    if (decided.step === 'post') {
      // The key contains the post before, so that a crash between the two writes does not repeat this one.
      const key = `channel:${userId}:${last?.at ?? 0}:${state}`;
      const facts = levelFacts(comune.username, decided.post, since);
      for (const audience of audiencesOf(comune, decided.post)) {
        const path = `${options.basePath}/c/${comune.slug}`;
        const told = audience.to === 'citizens' ? { ...facts, path } : facts;
        await options.enqueue({ audience, key, kind: 'level', facts: told });
      }
    }
    await repository.save(userId, { channel, state, at: clock.now() });
  };

  return {
    /** True once the user's signals have settled and are dealt with. */
    check: async (comune: ComuneChannel): Promise<boolean> => {
      const facts = await options.readFacts(comune.userId);
      // A post to another channel does not count: this one has no post yet.
      const last = comune.last?.channel === comune.channel ? comune.last : undefined;
      const decided = decidePost(last && parseChannelState(last.state), facts);
      const now = clock.now();
      const seen = { signals: facts.signals, pendingPost: decisionKey(decided), now };
      const { isSettled, isDue, pendingSince } = settling.observe(comune.userId, seen);
      if (decided.step === 'nothing') return isSettled;
      const isEarly = decided.post.unanswered && now - pendingSince < unansweredAfterMs;
      if (isDue && !isEarly) await store(comune, decided, pendingSince);
      return isSettled && !isEarly;
    },
    /** Deletes what is remembered of the user's signals between two checks. */
    forget: settling.forget,
  };
}

/** Where a post goes. Citizens are told of what is as grave as they asked, and when that has passed. */
function audiencesOf({ userId, channel, slug, last }: ComuneChannel, post: ChannelPost): Audience[] {
  const audiences: Audience[] = [];
  if (channel !== '') audiences.push({ to: 'telegram', chatId: channel, userId: null });
  // A channel that is new is told what they know already.
  if (slug === undefined || last?.state === writeChannelState(post)) return audiences;
  const former = last && parseChannelState(last.state);
  const gravity = Math.max(citizensGravity(post.level), citizensGravity(former?.level));
  audiences.push({ to: 'citizens', userId, from: SIGNAL_COLORS.slice(0, gravity + 1) });
  return audiences;
}

/** Changes with what would be posted, and not with where it holds. */
function decisionKey(decided: ChannelDecision): string {
  if (decided.step === 'nothing') return decided.step;
  const { level, unanswered } = decided.post;
  return unanswered ? `${level}?` : level;
}

/** What is posted of a level, since when (epoch ms). */
export function levelFacts(comune: string, post: ChannelPost, since: number): Facts['level'] {
  const { level, everywhere, unanswered, named, total } = post;
  const signals = { count: named.length, names: formatNames(named.flatMap(({ name }) => name ?? [])) };
  // One that answers shows something else, against what is desired, or is about to.
  const areSilent = named.every((signal) => confirmedStatusOf(signal) === null);
  return { ...{ comune, level, everywhere, unanswered, signals, areSilent, total, since } };
}

/** What a user's signals showed when they were last read. Times are epoch milliseconds. */
type Observation = { fingerprint: string; since: number; pendingPost: string; pendingSince: number };

/** Delays the posts of a channel until the signals have settled, because lamps change one after the other. */
function createSettling({ settledAfterMs, dueAfterMs }: { settledAfterMs: number; dueAfterMs: number }) {
  const observations = new Map<number, Observation>();
  return {
    /**
     * Takes in what a user's signals show. `isSettled`: nothing changed for a while and no command is pending. `isDue`:
     * settled, or the same post was pending for so long that single signals must not delay it any more.
     */
    observe: (
      userId: number,
      { signals, pendingPost, now }: { signals: readonly ChannelSignal[]; pendingPost: string; now: number },
    ) => {
      const fingerprint = fingerprintOf(signals);
      const before = observations.get(userId);
      // Never in the future: when the clock is set back, an alert must not wait until it catches up.
      const since = before?.fingerprint === fingerprint ? Math.min(before.since, now) : now;
      const pendingSince = before?.pendingPost === pendingPost ? Math.min(before.pendingSince, now) : now;
      observations.set(userId, { fingerprint, since, pendingPost, pendingSince });
      const isPending = signals.some(({ pending }) => pending !== null);
      const isSettled = now - since >= settledAfterMs && !isPending;
      return { isSettled, isDue: isSettled || now - pendingSince >= dueAfterMs, pendingSince };
    },
    forget: (userId: number) => {
      observations.delete(userId);
    },
  };
}

/** Differs when any signal shows something else. */
function fingerprintOf(signals: readonly ChannelSignal[]): string {
  return signals
    .map((signal) =>
      [signal.status, conditionOf(signal), signal.pending !== null, signal.inMaintenance].join(' '),
    )
    .join();
}
