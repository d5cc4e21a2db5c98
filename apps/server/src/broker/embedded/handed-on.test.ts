import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHandedOn } from './handed-on.ts';

test('what comes after reports waits until the last of them is handed on, in whatever order they are', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant('report'), fc.constant('after'), fc.nat(20))), (steps) => {
      const handedOn = createHandedOn();
      const open: { number: number; end: () => void }[] = [];
      const waiting: { number: number; before: number }[] = [];
      const called: number[] = [];
      let reports = 0;
      for (const [number, step] of steps.entries()) {
        if (step === 'report') open.push({ number: reports++, end: handedOn.takeIn() });
        else if (step === 'after') {
          waiting.push({ number, before: reports });
          handedOn.afterEarlier(() => called.push(number));
        } else open.splice(Number(step), 1)[0]?.end();
        const due = waiting.filter(({ before }) => open.every((one) => one.number >= before));
        expect(called).toEqual(due.map((one) => one.number));
      }
      handedOn.forget();
      expect(called).toEqual(waiting.map((one) => one.number));
    }),
  );
});

test('each is called once, also when it adds another', () => {
  const handedOn = createHandedOn();
  const called: string[] = [];
  const end = handedOn.takeIn();
  handedOn.afterEarlier(() => {
    called.push('first');
    handedOn.afterEarlier(() => called.push('third'));
  });
  handedOn.afterEarlier(() => called.push('second'));
  end();
  end();
  expect(called).toEqual(['first', 'second', 'third']);
});
