import type { Command, Delivery } from '@semaforo/contract/api/commands';
import type { CommandProgress } from '@semaforo/contract/live/events';
import { expect, test } from 'vitest';
import { type FollowedCommands, mergeProgress } from './followed-commands.ts';
import { type KnownCommands, lastCommandOf, otherFailures, overtakenCommandOf } from './last-command.ts';

const AT = '2026-11-22T19:33:12.000Z';
const NOW = Date.parse('2026-11-22T19:33:13.000Z');
const NONE: FollowedCommands = new Map();

function delivery(id: number, deviceId: number, state: Delivery['state']): Delivery {
  return { id, deviceId, device: `Segnale ${deviceId}`, value: 'rosso', state, reason: null };
}

function progress(commandId: number, changes: Partial<CommandProgress> = {}): CommandProgress {
  const deliveries = changes.deliveries ?? [];
  return {
    commandId,
    origin: 'operatore',
    sourceId: null,
    username: 'valdombra',
    deviceType: 'semaforo',
    value: 'rosso',
    whom: 'tutti',
    group: null,
    createdAt: AT,
    total: deliveries.length,
    deliveries,
    ...changes,
  };
}

function read(commandId: number, deliveries: Delivery[], changes: Partial<Command> = {}): Command {
  return {
    commandId,
    origin: 'operatore',
    username: 'torrealta',
    device_type: 'semaforo',
    value: 'verde',
    whom: 'tutti',
    group: null,
    created_at: AT,
    deliveries,
    left_out: [],
    ...changes,
  };
}

const follow = (...events: CommandProgress[]) => mergeProgress(undefined, events, NOW);
const last = (answer: Command | null, followed: FollowedCommands) =>
  lastCommandOf({ type: 'semaforo', read: answer, failed: [], followed });
const states = (command: ReturnType<typeof last>) =>
  command?.deliveries.map(({ deviceId, state }) => [deviceId, state]);

test('what the server answered is the last command until a newer one makes progress, whoever gave it', () => {
  const answer = read(5, [delivery(50, 1, 'confermato')]);
  expect(last(answer, NONE)).toMatchObject({ commandId: 5, username: 'torrealta', value: 'verde', total: 1 });
  const newer = follow(progress(6, { username: 'sera', total: 3, deliveries: [delivery(60, 1, 'inviato')] }));
  expect(last(answer, newer)).toMatchObject({ commandId: 6, username: 'sera', value: 'rosso', total: 3 });
});

test('without any command there is none, and a command to lanterns is none of the signals', () => {
  expect(last(null, NONE)).toBeNull();
  expect(last(null, follow(progress(6, { deviceType: 'lanterna' })))).toBeNull();
});

test('of two reports of a delivery the further state wins, whichever came last', () => {
  const answer = read(5, [delivery(50, 1, 'inviato'), delivery(51, 2, 'confermato')]);
  const live = follow(
    progress(5, { deliveries: [delivery(50, 1, 'confermato'), delivery(51, 2, 'inviato')] }),
  );
  expect(states(last(answer, live))).toEqual([
    [1, 'confermato'],
    [2, 'confermato'],
  ]);
});

test('a retry is a part of the command that it repeats: of each device the newest delivery counts', () => {
  const root = progress(5, { deliveries: [delivery(50, 1, 'confermato'), delivery(51, 2, 'scaduto')] });
  const retry = progress(6, {
    origin: 'ripetizione',
    sourceId: 5,
    username: 'sera',
    deliveries: [delivery(60, 2, 'inviato')],
  });
  const whole = last(null, follow(root, retry));
  expect(whole).toMatchObject({ commandId: 5, newestId: 6, username: 'valdombra', total: 2 });
  expect(states(whole)).toEqual([
    [1, 'confermato'],
    [2, 'inviato'],
  ]);
});

test('a retry heard live is a part of the command that only the answer tells of', () => {
  const answer = read(5, [delivery(50, 1, 'confermato'), delivery(51, 2, 'scaduto')]);
  const retry = progress(6, {
    origin: 'ripetizione',
    sourceId: 5,
    deliveries: [delivery(60, 2, 'confermato')],
  });
  expect(states(last(answer, follow(retry)))).toEqual([
    [1, 'confermato'],
    [2, 'confermato'],
  ]);
});

test('a restore is a command of its own, and names those that it leaves out', () => {
  const answer = read(6, [delivery(60, 1, 'confermato')], {
    origin: 'ripristino',
    value: null,
    left_out: [{ device: 'Lungofiume', because: 'not-confirmed-before' }],
  });
  const undone = follow(progress(5, { deliveries: [delivery(50, 1, 'confermato')] }));
  expect(last(answer, undone)).toMatchObject({
    commandId: 6,
    origin: 'ripristino',
    leftOut: [{ device: 'Lungofiume' }],
  });
});

test('the last confirmation that is heard is the time that a command took', () => {
  const half = progress(5, { total: 2, deliveries: [delivery(50, 1, 'confermato')] });
  expect(last(null, follow(half))?.confirmedAt).toBeNull();
  const rest = progress(5, { total: 2, deliveries: [delivery(51, 2, 'confermato')] });
  expect(last(null, follow(half, rest))?.confirmedAt).toBe(NOW);
});

test('the command that the last one overtook is known by what it left undone', () => {
  const known = (former: Delivery['state']) => ({
    type: 'semaforo' as const,
    read: null,
    failed: [],
    followed: follow(
      progress(5, { deliveries: [delivery(50, 1, former)] }),
      progress(6, { deliveries: [delivery(60, 1, 'inviato')] }),
    ),
  });
  expect(overtakenCommandOf(known('superato'))?.commandId).toBe(5);
  expect(overtakenCommandOf(known('confermato'))).toBeNull();
});

test('a failed command to a lantern, or in another Comune, is told beside the last one to the signals', () => {
  const lantern = progress(4, {
    deviceType: 'lanterna',
    value: 'acceso',
    deliveries: [delivery(40, 9, 'scaduto')],
  });
  const elsewhere = progress(5, { deliveries: [delivery(50, 7, 'fallito'), delivery(51, 8, 'confermato')] });
  const newest = progress(6, { deliveries: [delivery(60, 1, 'fallito')] });
  const failures = failuresOf({}, lantern, elsewhere, newest);
  expect(failures).toMatchObject([
    { commandId: 5, total: 2, deliveries: [{ deviceId: 7 }, { deviceId: 8 }] },
    { commandId: 4, value: 'acceso', total: 1, deliveries: [{ deviceId: 9 }] },
  ]);
});

test('a failure is told no more once its device was commanded again or has confirmed after all', () => {
  const failed = progress(5, { deliveries: [delivery(50, 7, 'fallito'), delivery(51, 8, 'scaduto')] });
  const again = progress(6, { deliveries: [delivery(60, 7, 'confermato')] });
  expect(failuresOf({}, failed, again)).toMatchObject([{ commandId: 5, deliveries: [{ deviceId: 8 }] }]);
  const upgraded = progress(5, { deliveries: [delivery(51, 8, 'confermato')] });
  expect(failuresOf({}, failed, again, upgraded)).toEqual([]);
});

test('of an older command that a newer one covers in part it is told what of the rest is confirmed', () => {
  const older = progress(5, {
    deliveries: [delivery(50, 7, 'fallito'), delivery(51, 8, 'confermato'), delivery(52, 9, 'confermato')],
  });
  const newer = progress(6, { deliveries: [delivery(60, 9, 'confermato')] });
  expect(failuresOf({}, older, newer)).toMatchObject([
    { commandId: 5, total: 2, deliveries: [{ deviceId: 7 }, { deviceId: 8, state: 'confermato' }] },
  ]);
});

test('what had failed before the page was opened is told, too, until its devices are commanded again', () => {
  const failed = [
    read(4, [delivery(40, 7, 'fallito')]),
    read(3, [delivery(30, 9, 'scaduto')], { device_type: 'lanterna', value: 'acceso' }),
    read(2, [delivery(20, 8, 'scaduto')]),
  ];
  const answer = read(5, [delivery(50, 1, 'confermato')]);
  const failuresAfter = (...events: CommandProgress[]) => failuresOf({ read: answer, failed }, ...events);
  expect(failuresAfter()).toMatchObject([
    { commandId: 4 },
    { commandId: 3, value: 'acceso' },
    { commandId: 2 },
  ]);
  const again = progress(6, { deliveries: [delivery(60, 8, 'inviato')] });
  const late = progress(4, { deliveries: [delivery(40, 7, 'confermato')] });
  expect(failuresAfter(again, late)).toMatchObject([{ commandId: 3 }]);
  const signals = { type: 'semaforo', read: null, failed, followed: NONE } as const;
  expect(lastCommandOf(signals)).toBeNull();
});

function failuresOf(known: Partial<KnownCommands>, ...events: CommandProgress[]) {
  const signals: KnownCommands = {
    type: 'semaforo',
    read: null,
    failed: [],
    ...known,
    followed: follow(...events),
  };
  return otherFailures([signals, { ...signals, type: 'lanterna' }], lastCommandOf(signals));
}
