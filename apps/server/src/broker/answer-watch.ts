const TICK_MS = 250;
/** After a second without any other question the broker is asked whether it is there. */
const PING_AFTER_TICKS = 4;
/** Three seconds. Together with the pause before a ping and the ticks that was all: under five. */
const ANSWER_WITHIN_TICKS = 12;
/** Ten seconds. */
const HELD_UP_FOR_TICKS = 40;
/** An answer behind so many packets may be late because of us, not because of the broker. */
const FLOOD_PACKETS = 2000;

/**
 * An answer to a question that is not older than this says that the broker is there. It saves a command a round trip
 * each time, and leaves a broker that hangs no more than this (docs/rules.md#broker-down).
 */
const FRESH_FOR_MS = 20;

/** What is read now was sent at most so long ago, or nobody knows (docs/rules.md#said-now). */
const READ_WITHIN_MS = 5000;

/** `turn` counts questions and those who wait for one, in their order; `askedAt` is by a clock that never steps. */
type Question = { tick: number; packets: number; turn: number; requestedAt: number };

type Waiting = { turn: number; resolve: () => void };

/** What is asked ahead is to be fresh still when it is needed: a commit comes between. */
const REQUESTED_AHEAD_MS = FRESH_FOR_MS / 2;

const isFresh = ({ requestedAt }: { requestedAt: number }) => performance.now() - requestedAt < FRESH_FOR_MS;

/** Notices that the broker does not answer any more, though the connection looks open. */
export type AnswerWatch = {
  /** The broker owes an answer; call what is returned when it came. */
  requested: () => () => void;
  /** A packet arrived. */
  received: () => void;
  /**
   * Resolves once the broker has answered something that was asked just now or later: what is handed to a broker that
   * hangs is delivered when it goes on, however late that is. Resolves, too, when the watch stops.
   */
  answersNow: () => Promise<void>;
  /**
   * True when what is read now may have waited here for longer than a word may that is heard as said now: because this
   * process stood still, or because it has more to read than it can. It was sent after the broker was asked what it
   * answered last.
   */
  isBehind: () => boolean;
  /** What is read from now on was sent after this, by the monotonic clock. */
  caughtUp: (since: number) => void;
  /** Asks now for those who are about to ask, unless what was asked last will do for them, too. */
  askAhead: () => void;
  stop: () => void;
};

/**
 * Asks the broker by `ping` whenever nothing else is asked of it, and calls `silent` when it owes an answer for three
 * seconds. Time is counted in ticks of its own timer: a process that was itself stopped counts nothing, and finds time
 * to read what has been waiting for it.
 */
export function createAnswerWatch(options: {
  ping: () => void;
  /** What keeps the broker from sending, if anything does. */
  heldUpBy: () => object | undefined;
  silent: () => void;
  /** The same obstacle held up the broker's messages for ten seconds. */
  heldUp: () => void;
  /** True while this process has more to do than it can: then an answer may wait here. */
  isOverloaded: () => boolean;
}): AnswerWatch {
  const questions = new Set<Question>();
  const waiting: Waiting[] = [];
  let turns = 0;
  let lastRequested = 0;
  let lastRequestedAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  let now = 0;
  let packets = 0;
  let idleSince = 0;
  let obstacle: object | undefined;
  let heldUpSince = 0;
  let answeredWasRequestedAt = Number.NEGATIVE_INFINITY;
  let readWasSentAfter = performance.now();

  const isUnanswered = (question: Question) => {
    const isBehind = packets - question.packets >= FLOOD_PACKETS && options.isOverloaded();
    if (isBehind) Object.assign(question, { tick: now, packets });
    return now - question.tick >= ANSWER_WITHIN_TICKS;
  };
  const isHeldUp = () => {
    const former = obstacle;
    obstacle = options.heldUpBy();
    if (obstacle === undefined || obstacle !== former) heldUpSince = now;
    return now - heldUpSince >= HELD_UP_FOR_TICKS;
  };
  const tick = () => {
    now += 1;
    const [oldest] = questions;
    const isSilent = oldest !== undefined && isUnanswered(oldest);
    if (isHeldUp()) options.heldUp();
    else if (isSilent) options.silent();
    else if (!oldest && now - idleSince >= PING_AFTER_TICKS) options.ping();
  };
  const timer = setInterval(tick, TICK_MS);

  /** Those whom this answer is for go on. Returns the first of those who wait for another, if any do. */
  const letGoOn = (question: Question): Waiting | undefined => {
    if (waiting.length === 0) return undefined;
    // They wait in the order of their turns: the first one that must wait on ends the search.
    const first = isFresh(question) ? -1 : waiting.findIndex(({ turn }) => turn > question.turn);
    for (const { resolve } of waiting.splice(0, first < 0 ? waiting.length : first)) resolve();
    return waiting[0];
  };

  const requested = () => {
    turns += 1;
    lastRequested = turns;
    lastRequestedAt = performance.now();
    const question = { tick: now, packets, turn: turns, requestedAt: lastRequestedAt };
    questions.add(question);
    return () => {
      questions.delete(question);
      idleSince = now;
      answeredWasRequestedAt = Math.max(answeredWasRequestedAt, question.requestedAt);
      readWasSentAfter = Math.max(readWasSentAfter, question.requestedAt);
      const next = letGoOn(question);
      if (next && lastRequested < next.turn) options.ping();
    };
  };

  return {
    requested,
    answersNow: () =>
      new Promise((resolve) => {
        if (isStopped || isFresh({ requestedAt: answeredWasRequestedAt })) return resolve();
        // Those who ask in one go share the question. One of just now may be answered already, and not read yet,
        // because this thread was at a commit; if its answer is late, the next question follows it.
        if (waiting.length === 0 && !isFresh({ requestedAt: lastRequestedAt })) queueMicrotask(options.ping);
        turns += 1;
        waiting.push({ turn: turns, resolve });
      }),
    isBehind: () => performance.now() - readWasSentAfter > READ_WITHIN_MS,
    caughtUp: (since) => {
      readWasSentAfter = Math.max(readWasSentAfter, since);
    },
    askAhead: () => {
      if (!isStopped && performance.now() - lastRequestedAt >= REQUESTED_AHEAD_MS) options.ping();
    },
    received: () => {
      packets += 1;
    },
    stop: () => {
      isStopped = true;
      clearInterval(timer);
      for (const { resolve } of waiting.splice(0)) resolve();
    },
  };
}
