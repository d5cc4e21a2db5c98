import { setImmediate as nextTurn } from 'node:timers/promises';
import { until } from '@semaforo/testing/until';
import { afterEach, expect, test } from 'vitest';
import { LateAcknowledgingAedes } from './late-acknowledging-aedes.ts';

const AT_ONCE = 10;
const MESSAGES = 3000;

let aedes: LateAcknowledgingAedes | undefined;
afterEach(() => new Promise<void>((resolve) => aedes?.close(resolve)));

test('so many messages are passed on at once, and the others in the order in which they came', async () => {
  aedes = new LateAcknowledgingAedes({ atOnce: AT_ONCE });
  await aedes.listen();
  const passedOn: number[] = [];
  const goOn: (() => void)[] = [];
  await new Promise<void>((resolve) =>
    aedes?.subscribe(
      'numbers',
      ({ payload }, done) => {
        passedOn.push(Number(payload.toString()));
        goOn.push(done);
      },
      resolve,
    ),
  );
  const numbers = Array.from({ length: MESSAGES }, (_, number) => number);
  let published = 0;
  for (const number of numbers) {
    aedes.publish(
      { cmd: 'publish', topic: 'numbers', payload: String(number), qos: 0, retain: false, dup: false },
      () => {
        published += 1;
      },
    );
  }
  while (published < MESSAGES) {
    await until(
      'as many as may are passed on',
      () => goOn.length === Math.min(AT_ONCE, MESSAGES - published),
    );
    await nextTurn();
    expect(goOn.length).toBeLessThanOrEqual(AT_ONCE);
    for (const done of goOn.splice(0)) done();
    await nextTurn();
  }
  expect(passedOn).toEqual(numbers);
});
