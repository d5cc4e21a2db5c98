import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAnswerWatch } from './answer-watch.ts';

function createStage() {
  let isSilent = false;
  let isHeldUp = false;
  let overloaded = false;
  let obstacle: object | undefined;
  const answers: (() => void)[] = [];
  const watch = createAnswerWatch({
    ping: () => answers.push(watch.requested()),
    heldUpBy: () => obstacle,
    silent: () => {
      isSilent = true;
    },
    heldUp: () => {
      isHeldUp = true;
    },
    isOverloaded: () => overloaded,
  });
  return {
    watch,
    answers,
    isSilent: () => isSilent,
    isHeldUp: () => isHeldUp,
    setOverloaded: (next: boolean) => {
      overloaded = next;
    },
    holdUpBy: (next: object | undefined) => {
      obstacle = next;
    },
  };
}

describe('the watch over the answers of the broker', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('an idle broker is asked again and again, and one that answers is never silent', () => {
    const { answers, isSilent } = createStage();
    for (let second = 0; second < 60; second += 1) {
      vi.advanceTimersByTime(1000);
      answers.at(-1)?.();
    }
    expect(answers.length).toBeGreaterThan(20);
    expect(isSilent()).toBe(false);
  });

  test('a broker that stops answering is silent within five seconds of its last answer', () => {
    const { answers, isSilent } = createStage();
    vi.advanceTimersByTime(1500);
    answers.at(-1)?.();
    vi.advanceTimersByTime(3000);
    expect(isSilent()).toBe(false);
    vi.advanceTimersByTime(2000);
    expect(isSilent()).toBe(true);
  });

  test('an unanswered question is noticed after three seconds, whatever else is answered', () => {
    const { watch, isSilent } = createStage();
    watch.requested();
    for (let second = 0; second < 2; second += 1) {
      vi.advanceTimersByTime(1000);
      watch.requested()();
      watch.received();
    }
    expect(isSilent()).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(isSilent()).toBe(true);
  });

  test('an answer that waits behind thousands of packets is not missed by a process that cannot keep up', () => {
    const { watch, isSilent, setOverloaded } = createStage();
    setOverloaded(true);
    watch.requested();
    for (let second = 0; second < 20; second += 1) {
      for (let packet = 0; packet < 3000; packet += 1) watch.received();
      vi.advanceTimersByTime(1000);
    }
    expect(isSilent()).toBe(false);
    vi.advanceTimersByTime(4000);
    expect(isSilent()).toBe(true);
  });

  test('an answer is missed in any traffic with which the process keeps up', () => {
    const { watch, isSilent } = createStage();
    watch.requested();
    for (let second = 0; second < 3; second += 1) {
      for (let packet = 0; packet < 3000; packet += 1) watch.received();
      vi.advanceTimersByTime(1000);
    }
    expect(isSilent()).toBe(true);
  });

  test('nothing is handed to a broker before it has answered something asked since', async () => {
    const { answers, watch } = createStage();
    vi.advanceTimersByTime(1000);
    vi.advanceTimersByTime(100);
    let isAnswered = false;
    const answersNow = watch.answersNow().then(() => {
      isAnswered = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    const [before, since] = answers;
    before?.();
    await vi.advanceTimersByTimeAsync(0);
    expect([answers.length, isAnswered]).toEqual([2, false]);
    since?.();
    await answersNow;
  });

  test('a broker that has answered a question of just now need not be asked again', async () => {
    const { answers, watch } = createStage();
    const answered = watch.requested();
    vi.advanceTimersByTime(5);
    answered();
    await watch.answersNow();
    expect(answers).toEqual([]);
    vi.advanceTimersByTime(20);
    const answersNow = watch.answersNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toHaveLength(1);
    answers[0]?.();
    await answersNow;
  });

  test('the answer to a question of just now is waited for, and no other is asked', async () => {
    const { answers, watch } = createStage();
    const answered = watch.requested();
    vi.advanceTimersByTime(19);
    const answersNow = watch.answersNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(answers).toEqual([]);
    answered();
    await answersNow;
    expect(answers).toEqual([]);
  });

  test('a question ahead is answered before it is needed, and is not asked twice', async () => {
    const { watch, answers } = createStage();
    watch.requested()();
    vi.advanceTimersByTime(9);
    watch.askAhead();
    expect(answers).toHaveLength(0);
    // Of 11 ms ago: by the end of a commit it could be too old.
    vi.advanceTimersByTime(2);
    watch.askAhead();
    watch.askAhead();
    expect(answers).toHaveLength(1);
    answers[0]?.();
    vi.advanceTimersByTime(19);
    await watch.answersNow();
    expect(answers).toHaveLength(1);
  });

  test('when the answer to a question of just now comes late, the broker is asked again', async () => {
    const { answers, watch } = createStage();
    const answered = watch.requested();
    vi.advanceTimersByTime(19);
    let isAnswered = false;
    const answersNow = watch.answersNow().then(() => {
      isAnswered = true;
    });
    vi.advanceTimersByTime(1);
    answered();
    await vi.advanceTimersByTimeAsync(0);
    expect([answers.length, isAnswered]).toEqual([1, false]);
    answers[0]?.();
    await answersNow;
  });

  test('what holds up the messages for ten seconds ends the wait, but not one thing after another', () => {
    const { answers, holdUpBy, isHeldUp } = createStage();
    const waitSeconds = (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        vi.advanceTimersByTime(1000);
        answers.at(-1)?.();
      }
    };
    holdUpBy({});
    waitSeconds(8);
    holdUpBy({});
    waitSeconds(8);
    expect(isHeldUp()).toBe(false);
    waitSeconds(4);
    expect(isHeldUp()).toBe(true);
  });

  test('a stopped watch judges nothing', () => {
    const { watch, isSilent } = createStage();
    watch.requested();
    watch.stop();
    vi.advanceTimersByTime(60_000);
    expect(isSilent()).toBe(false);
  });
});
