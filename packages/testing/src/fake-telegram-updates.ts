import { type Answer, CONFLICT } from './fake-telegram-faults.ts';

const FIRST_UPDATE_ID = 701;
/** Telegram answers a poll with so many updates at most. */
const UPDATES_PER_ANSWER = 100;

/** The updates that the bot has not confirmed, and its long poll: one at a time, confirmed by the next one's offset. */
export function createUpdateQueue() {
  let updates: { update_id: number }[] = [];
  let nextId = FIRST_UPDATE_ID;
  let poll: { answer: Answer; timer: NodeJS.Timeout } | undefined;

  const takePoll = () => {
    const taken = poll;
    clearTimeout(taken?.timer);
    poll = undefined;
    return taken;
  };
  const answerPoll = () => {
    if (updates.length > 0) takePoll()?.answer({ ok: true, result: updates.slice(0, UPDATES_PER_ANSWER) });
  };

  return {
    /** A call of getUpdates: it ends the poll before it and waits until there is an update. */
    poll: ({ offset, timeout = 0 }: { offset?: number; timeout?: number }, answer: Answer) => {
      if (offset !== undefined) updates = updates.filter(({ update_id }) => update_id >= offset);
      takePoll()?.answer({ ok: false, ...CONFLICT });
      const timer = setTimeout(() => takePoll()?.answer({ ok: true, result: [] }), timeout * 1000);
      poll = { answer, timer };
      answerPoll();
    },
    /** Ends the poll without an answer: its caller is gone. */
    dropPoll: () => {
      takePoll();
    },
    isPolledBy: (answer: Answer) => poll?.answer === answer,
    isPolled: () => poll !== undefined,
    /** The same id again is the same update given twice. Returns the id. */
    receive: (update: object, updateId?: number) => {
      const id = updateId ?? nextId;
      nextId += 1;
      updates.push({ ...update, update_id: id });
      answerPoll();
      return id;
    },
    unconfirmed: () => updates.length,
  };
}
