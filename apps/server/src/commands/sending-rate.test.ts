import { expect, test } from 'vitest';
import { createSendingRate } from './sending-rate.ts';
import type { TrackedDelivery } from './tracked-delivery.ts';

test('a server that was not measured is believed to be slow, then what it did is believed', () => {
  let elapsedMs = 0;
  const rate = createSendingRate({ elapsedMs: () => elapsedMs });
  expect(rate.estimateMs(80_000)).toBe(160_000);
  const command = { deliveries: { length: 4000 } };
  for (let count = 1; count <= 4000; count += 1) {
    rate.handedOver({ command } as TrackedDelivery);
    elapsedMs += 0.5;
  }
  expect(rate.estimateMs(80_000)).toBeCloseTo(40_000, -2);
});
