import { expect, test } from 'vitest';
import { toCommandRecord } from './command-records.ts';
import type { StoredCommand, StoredDelivery } from './stored-command.ts';

const OWNER = 3;

function delivery(deviceId: number, changes: Partial<StoredDelivery> = {}): StoredDelivery {
  return {
    id: deviceId,
    commandId: 1,
    deviceId,
    deviceLabel: `Segnale ${deviceId}`,
    ownerId: OWNER,
    value: 'rosso',
    previousStatus: 'verde',
    state: 'confermato',
    reason: null,
    ...changes,
  };
}

function command(id: number, deliveries: StoredDelivery[]): StoredCommand {
  const origin = id === 1 ? 'operatore' : 'ripristino';
  return {
    id,
    createdAt: 0,
    origin,
    sourceId: null,
    approvedBy: null,
    username: 'valdombra',
    deviceType: 'semaforo',
    value: null,
    whom: { kind: 'gruppo', group: 'Sottopassi' },
    deliveries,
  };
}

test('a restore names the devices that it leaves alone, each with the reason', () => {
  const restored = command(1, [
    delivery(1),
    delivery(2, { previousStatus: null }),
    delivery(3),
    delivery(4, { deviceId: null }),
    delivery(5, { ownerId: 9 }),
  ]);
  const { left_out } = toCommandRecord(command(2, [delivery(1, { value: 'verde' })]), restored);
  expect(left_out).toEqual([
    { device: 'Segnale 2', because: 'not-confirmed-before' },
    { device: 'Segnale 3', because: 'commanded-since' },
  ]);
});
