import type { CommandProgress } from '@semaforo/contract/live/events';
import { expect, test } from 'vitest';
import { type FollowedCommands, mergeProgress } from './followed-commands.ts';

const NOW = Date.parse('2026-11-20T03:00:00.000Z');

function progress(...deliveries: [id: number, state: 'inviato' | 'confermato'][]): CommandProgress {
  return {
    commandId: 7,
    origin: 'operatore',
    sourceId: null,
    username: 'valdombra',
    deviceType: 'semaforo',
    value: 'rosso',
    whom: 'tutti',
    group: null,
    createdAt: '2026-11-20T03:00:00.000Z',
    total: 2,
    deliveries: deliveries.map(([id, state]) => ({
      ...{ id, state, deviceId: id, device: `Ponte ${id}` },
      ...{ value: 'rosso', reason: null },
    })),
  };
}

const follow = (...events: CommandProgress[]) =>
  events.reduce<FollowedCommands | undefined>(
    (followed, event, at) => mergeProgress(followed, [event], NOW + at),
    undefined,
  );
const confirmedAt = (...events: CommandProgress[]) => follow(...events)?.get(7)?.confirmedAt;

test('a command is confirmed when the last of its devices is, and not before all are known', () => {
  expect(confirmedAt(progress([1, 'confermato']))).toBeNull();
  expect(confirmedAt(progress([1, 'confermato']), progress([2, 'inviato']))).toBeNull();
  expect(
    confirmedAt(progress([1, 'confermato']), progress([2, 'inviato']), progress([2, 'confermato'])),
  ).toBe(NOW + 2);
});

test('a device that is told twice counts once', () => {
  expect(confirmedAt(progress([1, 'confermato']), progress([1, 'confermato']))).toBeNull();
});

test('what is already known of a command is not gone through at an event', () => {
  const first = follow(progress([1, 'confermato']));
  const deliveries = first?.get(7)?.deliveries;
  const next = mergeProgress(first, [progress([2, 'confermato'])], NOW);
  expect(next.get(7)?.deliveries).toBe(deliveries);
  expect(next.get(7)).not.toBe(first?.get(7));
});
