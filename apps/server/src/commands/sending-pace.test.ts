import { expect, test, vi } from 'vitest';
import { createSendingPace } from './sending-pace.ts';
import { createAcceptedCommand, moveDelivery, type TrackedDelivery } from './tracked-delivery.ts';

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

/** A broker that takes every message when the test says so. */
function createStage() {
  const begun: number[] = [];
  const sending: TrackedDelivery[] = [];
  const pace = createSendingPace({
    begin: (delivery) => {
      begun.push(delivery.command.id);
      moveDelivery(delivery, {
        ...delivery.machine,
        phase: { name: 'lighting', isLost: false, reach: null },
      });
      sending.push(delivery);
    },
  });
  const take = () => {
    for (const delivery of sending.splice(0)) {
      moveDelivery(delivery, { ...delivery.machine, phase: { name: 'written', checkAt: Infinity } });
      pace.written(delivery);
    }
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

test('two large commands take turns', () => {
  const { pace, begun, take } = createStage();
  const [one, other] = [commandTo(1, 5000), commandTo(2, 5000)];
  pace.add(one, one.deliveries);
  const before = begun.length;
  pace.add(other, other.deliveries);
  take();
  expect(new Set(begun.slice(before, before + 4))).toEqual(new Set([1, 2]));
  pace.stop();
});

test('a large command waits for confirmations, but not for long for devices that do not answer', async () => {
  vi.useFakeTimers();
  const { pace, begun, take } = createStage();
  const large = commandTo(1, 5000);
  pace.add(large, large.deliveries);
  for (let round = 0; round < 200; round += 1) take();
  const sentWithoutAnswer = begun.length;
  expect(sentWithoutAnswer).toBeLessThan(large.deliveries.length);
  for (const delivery of large.deliveries.slice(0, 500)) {
    moveDelivery(delivery, { ...delivery.machine, result: { state: 'confirmed' } });
    pace.ended(delivery);
  }
  for (let round = 0; round < 200; round += 1) take();
  expect(begun.length).toBe(sentWithoutAnswer + 500);
  for (let second = 0; second < 10; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    for (let round = 0; round < 200; round += 1) take();
  }
  expect(begun.length).toBe(large.deliveries.length);
  pace.stop();
  vi.useRealTimers();
});

test('what is over when its turn comes is not sent', () => {
  const { pace, begun } = createStage();
  const large = commandTo(1, 1001);
  for (const delivery of large.deliveries) {
    moveDelivery(delivery, { ...delivery.machine, phase: { name: 'stopped' } });
  }
  pace.add(large, large.deliveries);
  expect(begun).toEqual([]);
  pace.stop();
});
