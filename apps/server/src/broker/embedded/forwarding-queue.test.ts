import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createForwardingQueue } from './forwarding-queue.ts';

test('what comes after reports waits until the last of them is handed on, in whatever order they are', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant('report'), fc.constant('after'), fc.nat(20))), (steps) => {
      const forwarded = createForwardingQueue();
      const open: { number: number; end: () => void }[] = [];
      const waiting: { number: number; before: number }[] = [];
      const called: number[] = [];
      let reports = 0;
      for (const [number, step] of steps.entries()) {
        if (step === 'report') open.push({ number: reports++, end: forwarded.takeIn() });
        else if (step === 'after') {
          waiting.push({ number, before: reports });
          forwarded.afterEarlier(() => called.push(number));
        } else open.splice(Number(step), 1)[0]?.end();
        const due = waiting.filter(({ before }) => open.every((one) => one.number >= before));
        expect(called).toEqual(due.map((one) => one.number));
      }
      forwarded.forget();
      expect(called).toEqual(waiting.map((one) => one.number));
    }),
  );
});

test('each is called once, also when it adds another', () => {
  const forwarded = createForwardingQueue();
  const called: string[] = [];
  const end = forwarded.takeIn();
  forwarded.afterEarlier(() => {
    called.push('first');
    forwarded.afterEarlier(() => called.push('third'));
  });
  forwarded.afterEarlier(() => called.push('second'));
  end();
  end();
  expect(called).toEqual(['first', 'second', 'third']);
});
