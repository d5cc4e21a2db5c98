import { expect, test, vi } from 'vitest';
import { createSendingPace } from './sending-pace.ts';
import { advance, createAcceptedCommand, type TrackedDelivery } from './tracked-delivery.ts';

const device = (id: number) => ({ id, ownerId: 1 }) as never;

function commandTo(id: number, devices: number) {
  return createAcceptedCommand(
    {
      id,
      createdAt: 0,
      deadlineAt: 120_000,
      origin: 'operatore',
      sourceId: null,
      username: 'valdombra',
      deviceType: 'semaforo',
      value: 'rosso',
      waitsForDevice: false,
    },
    Array.from({ length: devices }, (_, index) => ({
      id: id * 10_000 + index,
      device: device(index),
      value: 'rosso' as const,
      messages: [],
    })),
  );
}

/** A broker that takes every message when the test says so; `isWanted`: what may still be sent. */
function createStage(isWanted: (delivery: TrackedDelivery) => boolean = () => true) {
  const begun: number[] = [];
  const sending: (() => void)[] = [];
  const pace = createSendingPace({
    send: (delivery) => {
      begun.push(delivery.command.id);
      return new Promise((resolve) => sending.push(resolve));
    },
    isWanted,
  });
  const take = async () => {
    for (const taken of sending.splice(0)) taken();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { pace, begun, take };
}

test('of a large command few deliveries are sent at once, and a small one does not wait for it', () => {
  const { pace, begun } = createStage();
  const [large, small] = [commandTo(1, 5000), commandTo(2, 3)];
  pace.add(large, large.deliveries);
  expect(begun.length).toBeLessThan(100);
  const before = begun.length;
  pace.add(small, small.deliveries);
  expect(begun.slice(before)).toEqual([2, 2, 2]);
  pace.stop();
});

test('two large commands take turns', async () => {
  const { pace, begun, take } = createStage();
  const [one, other] = [commandTo(1, 5000), commandTo(2, 5000)];
  pace.add(one, one.deliveries);
  const before = begun.length;
  pace.add(other, other.deliveries);
  await take();
  expect(new Set(begun.slice(before, before + 4))).toEqual(new Set([1, 2]));
  pace.stop();
});

test('a large command waits for confirmations, but not for long for devices that do not answer', async () => {
  vi.useFakeTimers();
  const { pace, begun, take } = createStage();
  const large = commandTo(1, 5000);
  pace.add(large, large.deliveries);
  for (let round = 0; round < 200; round += 1) await take();
  const sentWithoutAnswer = begun.length;
  expect(sentWithoutAnswer).toBeLessThan(large.deliveries.length);
  for (const delivery of large.deliveries.slice(0, 500)) {
    advance(delivery, 'confermato', null);
    pace.ended(delivery);
  }
  for (let round = 0; round < 200; round += 1) await take();
  expect(begun.length).toBe(sentWithoutAnswer + 500);
  for (let second = 0; second < 10; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    for (let round = 0; round < 200; round += 1) await take();
  }
  expect(begun.length).toBe(large.deliveries.length);
  pace.stop();
  vi.useRealTimers();
});

test('what is not wanted any more when its turn comes is not sent', () => {
  const unwanted = new Set<TrackedDelivery>();
  const { pace, begun } = createStage((delivery) => !unwanted.has(delivery));
  const large = commandTo(1, 1001);
  for (const delivery of large.deliveries) unwanted.add(delivery);
  pace.add(large, large.deliveries);
  expect(begun).toEqual([]);
  pace.stop();
});
