import { device } from '@semaforo/testing/factories';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NEVER_COMMITS } from '../../test/commit-part.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import type { LinkStatus, OutputMessage, PublishOutcome } from '../broker/broker-link.port.ts';
import { SOLE_OWNER } from '../cluster/cluster.port.ts';
import { createDeviceStates } from '../devices/device-states.ts';
import { systemMonotonicClock } from '../platform/clock.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createCommandLanes } from './command-lanes.ts';
import { messagesFor } from './command-topic.ts';
import { createAcceptedCommand, type TrackedDelivery } from './tracked-delivery.ts';

const CONFIRM_MS = 5000;
const DEADLINE_MS = 10_000;

const signal = (id: number) => device({ id, topic: `/3/val/s${id}` });

/** The lanes on a link that the test plays: it decides when a message is acknowledged and when the link is down. */
function createStage({
  ownership = SOLE_OWNER,
  devices: count = 2,
}: Pick<Parameters<typeof createCommandLanes>[0], 'ownership'> & { devices?: number } = {}) {
  const logger = createTestLogger();
  const linkStatuses = createEventChannel<LinkStatus>({ name: 'link', logger });
  const progress = createEventChannel<TrackedDelivery>({ name: 'progress', logger });
  const clock = { now: () => Date.now() };
  const devices = new Map(Array.from({ length: count }, (_, index) => [index + 1, signal(index + 1)]));
  const states = createDeviceStates({
    commit: NEVER_COMMITS,
    findDevice: (id) => devices.get(id),
    changes: createEventChannel({ name: 'states', logger }),
    silenceMs: 0,
    monotonicClock: systemMonotonicClock,
    clock,
  });
  states.setListening(Date.now());
  let connected = true;
  const handedOver: OutputMessage[] = [];
  let unanswered: ((outcome: PublishOutcome) => void)[] = [];
  const lanes = createCommandLanes({
    link: {
      status: () => ({ connected, since: 0, reason: null }),
      publish: (message, { isStillWanted, acknowledged }) => {
        if (!connected || !isStillWanted()) return Promise.resolve('withheld');
        return new Promise((settle) => {
          handedOver.push(message);
          unanswered.push((outcome) => {
            if (!['rejected', 'unknown', 'withheld'].includes(outcome)) acknowledged?.();
            settle(outcome);
          });
        });
      },
    },
    linkStatuses,
    states,
    progress,
    findDevice: (id) => devices.get(id),
    rate: { handedOver: () => undefined },
    ownership,
    confirmMs: CONFIRM_MS,
    clock,
  });
  let lastId = 0;
  const settleMicrotasks = () => vi.advanceTimersByTimeAsync(0);
  return {
    lanes,
    states,
    handedOver: () => handedOver.map(({ topic, payload }) => `${topic.split('/').at(-2)}=${payload}`),
    /** Accepts a color for devices; resolves to their deliveries. */
    accept: async (
      value: 'verde' | 'rosso' | 'giallo',
      ids = [1],
      {
        waitsForDevice = false,
        interrupted = false,
        wasAcknowledged = false,
        storingTakesMs = 0,
        longerMs = 0,
      } = {},
    ) => {
      lastId += 1;
      const now = clock.now();
      const command = createAcceptedCommand(
        {
          id: lastId,
          createdAt: now - storingTakesMs,
          deadlineAt: now - storingTakesMs + DEADLINE_MS + longerMs,
          usualDeadlineAt: now - storingTakesMs + DEADLINE_MS,
          origin: waitsForDevice ? 'pianificazione' : 'operatore',
          sourceId: null,
          username: 'valdombra',
          deviceType: 'semaforo',
          value,
          waitsForDevice,
        },
        ids.map((id) => {
          const device = signal(id);
          return {
            id: lastId * 10 + id,
            device,
            value,
            messages: messagesFor(device, value, '{key}/{channel}/set'),
            ...(interrupted && { former: { acknowledged: wasAcknowledged, result: { state: 'open' } } }),
          };
        }),
      );
      lanes.accept(command);
      await settleMicrotasks();
      return command.deliveries as [TrackedDelivery, ...TrackedDelivery[]];
    },
    answer: async (outcome: PublishOutcome = 'acknowledged') => {
      const waiting = unanswered;
      unanswered = [];
      for (const answer of waiting) answer(outcome);
      await settleMicrotasks();
    },
    setConnected: async (next: boolean) => {
      connected = next;
      linkStatuses.publish({ connected, since: clock.now(), reason: null });
      await settleMicrotasks();
    },
    report: (id: number, channel: string, payload: string, retained = false) => {
      const message = { channel, payload, retained };
      const received = states.record(signal(id), message);
      if (received) lanes.settle(signal(id), message, received);
    },
  };
}

describe('command lanes', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('a command switches the other lamps off only after the broker acknowledged the new lamp', async () => {
    const stage = createStage();
    await stage.accept('rosso');
    expect(stage.handedOver()).toEqual(['out4=1']);
    await stage.answer();
    expect(stage.handedOver()).toEqual(['out4=1', 'out1=0', 'out2=0', 'out3=0']);
  });

  test('a delivery is sent when all messages are acknowledged and confirmed when the lamp is reported', async () => {
    const stage = createStage();
    const [delivery] = await stage.accept('rosso');
    for (let message = 0; message < 4; message += 1) await stage.answer();
    expect(delivery.state).toBe('inviato');
    stage.report(1, 'out1', '0');
    expect(delivery.state).toBe('inviato');
    stage.report(1, 'out4', '1', true);
    expect(delivery.state).toBe('inviato');
    stage.report(1, 'out4', '1');
    expect(delivery).toMatchObject({ state: 'confermato', reason: null });
    expect(stage.states.pendingOf(1)).toBeNull();
  });

  test('a report that comes before any message was handed over does not confirm the delivery', async () => {
    const stage = createStage();
    await stage.setConnected(false);
    const [delivery] = await stage.accept('rosso');
    stage.report(1, 'out4', '1');
    expect(delivery.state).toBe('accettato');
  });

  test('a delivery that is not confirmed in time expires and the device is in error', async () => {
    const stage = createStage();
    const [delivery] = await stage.accept('rosso');
    await vi.advanceTimersByTimeAsync(CONFIRM_MS - 1);
    expect(delivery.state).toBe('accettato');
    await vi.advanceTimersByTimeAsync(1);
    expect(delivery).toMatchObject({ state: 'scaduto', reason: 'Comando non confermato entro 5 s' });
    expect(stage.states.of(1)).toMatchObject({ status: null, error: true });
  });

  test('a delivery that could not be sent before its deadline fails and is never sent', async () => {
    const stage = createStage();
    await stage.setConnected(false);
    const [delivery] = await stage.accept('rosso');
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    expect(delivery).toMatchObject({ state: 'fallito', reason: 'Broker non raggiungibile' });
    await stage.setConnected(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stage.handedOver()).toEqual([]);
    expect(stage.states.of(1).error).toBe(false);
  });

  test('a delivery whose lane another server never gave was asked of its device all the same', async () => {
    const stage = createStage({
      ownership: { ...SOLE_OWNER, mayPublish: () => false },
    });
    const [delivery] = await stage.accept('rosso');
    expect(stage.states.of(1).desired).toBeNull();
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    expect(delivery.state).toBe('fallito');
    expect(stage.handedOver()).toEqual([]);
    expect(stage.states.of(1).desired).toMatchObject({ value: 'rosso' });
    expect(stage.states.pendingOf(1)).toBeNull();
  });

  test('with a longer deadline, what began just before it is brought to its end', async () => {
    const stage = createStage();
    await stage.setConnected(false);
    await stage.accept('rosso', [1], { longerMs: 20_000 });
    await vi.advanceTimersByTimeAsync(29_000);
    await stage.setConnected(true);
    expect(stage.handedOver()).toEqual(['out4=1']);
    await vi.advanceTimersByTimeAsync(2000);
    await stage.answer();
    expect(stage.handedOver()).toHaveLength(4);
  });

  test('a delivery that was stored after its deadline fails, which is no error of the device', async () => {
    const stage = createStage();
    const [delivery] = await stage.accept('rosso', [1], { storingTakesMs: DEADLINE_MS });
    await vi.advanceTimersByTimeAsync(1);
    expect(delivery).toMatchObject({ state: 'fallito', reason: 'Comando non inviato in tempo' });
    expect(stage.handedOver()).toEqual([]);
    expect(stage.states.of(1)).toMatchObject({ error: false, desired: { value: 'rosso' } });
  });

  test.each([
    ['that the broker had acknowledged expires, and a late report confirms it', true, 'confermato'],
    ['that the broker may never have had expires, and no report confirms it', false, 'scaduto'],
  ])('a delivery of a former process %s', async (_what, wasAcknowledged, ends) => {
    const stage = createStage();
    await stage.setConnected(false);
    const [delivery] = await stage.accept('rosso', [1], { interrupted: true, wasAcknowledged });
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    expect(delivery).toMatchObject({ state: 'scaduto', reason: 'Broker non raggiungibile' });
    await stage.setConnected(true);
    stage.report(1, 'out4', '1');
    expect(delivery.state).toBe(ends);
  });

  test('a message whose acknowledgement the broken link lost is confirmed by no report', async () => {
    const stage = createStage();
    const [delivery] = await stage.accept('rosso');
    await stage.setConnected(false);
    await stage.answer('unknown');
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    await stage.setConnected(true);
    stage.report(1, 'out4', '1');
    expect(stage.handedOver()).toEqual(['out4=1']);
    expect(delivery).toMatchObject({ state: 'scaduto', reason: 'Broker non raggiungibile' });
    expect(stage.states.of(1)).toMatchObject({ desired: { value: 'rosso' }, error: false });
    expect(stage.states.isOutOfSync(1)).toBe(false);
  });

  test('a new lamp without an acknowledgement is switched on again before the others are switched off', async () => {
    const stage = createStage();
    await stage.accept('rosso');
    await stage.setConnected(false);
    await stage.answer('unknown');
    expect(stage.handedOver()).toEqual(['out4=1']);
    // The device took it before the link broke, and says so when it is back.
    await stage.setConnected(true);
    stage.report(1, 'out4', '1');
    for (let message = 0; message < 4; message += 1) await stage.answer();
    expect(stage.handedOver()).toEqual(['out4=1', 'out4=1', 'out1=0', 'out2=0', 'out3=0']);
  });

  test('a lost message is not sent again after the window or after a newer command', async () => {
    const stage = createStage();
    await stage.accept('rosso');
    await stage.setConnected(false);
    await stage.answer('unknown');
    await vi.advanceTimersByTimeAsync(CONFIRM_MS + 1000);
    await stage.setConnected(true);
    expect(stage.handedOver()).toEqual(['out4=1']);
    await stage.accept('giallo');
    await stage.setConnected(false);
    await stage.answer('unknown');
    await stage.accept('verde');
    await stage.setConnected(true);
    expect(stage.handedOver()).toEqual(['out4=1', 'out2=1', 'out1=1']);
  });

  test('messages for the other lamps that the link lost are sent when it is back', async () => {
    const stage = createStage();
    await stage.accept('rosso');
    await stage.answer();
    await stage.setConnected(false);
    await stage.answer('unknown');
    await stage.setConnected(true);
    for (let message = 0; message < 4; message += 1) await stage.answer();
    const off = ['out1=0', 'out2=0', 'out3=0'];
    expect(stage.handedOver()).toEqual(['out4=1', ...off, ...off]);
  });

  test('messages that waited on a replaced connection are sent on the new one', async () => {
    const stage = createStage();
    await stage.accept('rosso');
    await stage.setConnected(true);
    await stage.answer('withheld');
    for (let message = 0; message < 4; message += 1) await stage.answer();
    expect(stage.handedOver()).toEqual(['out4=1', 'out4=1', 'out1=0', 'out2=0', 'out3=0']);
  });

  test('a schedule waits for an absent device and is sent again when the device is heard', async () => {
    const stage = createStage();
    const [delivery] = await stage.accept('rosso', [1], { waitsForDevice: true });
    await stage.answer();
    await stage.answer('no-listener');
    await vi.advanceTimersByTimeAsync(500);
    expect(delivery.state).toBe('accettato');
    stage.report(1, 'out1', '1');
    for (let message = 0; message < 5; message += 1) await stage.answer();
    const off = ['out1=0', 'out2=0', 'out3=0'];
    expect(stage.handedOver()).toEqual(['out4=1', ...off, 'out4=1', ...off]);
    stage.report(1, 'out4', '1');
    stage.report(1, 'out1', '0');
    expect(delivery.state).toBe('confermato');
  });

  test('a schedule is not sent again to a device that is heard by its answer', async () => {
    const stage = createStage();
    stage.states.load([
      {
        deviceId: 1,
        state: { ...stage.states.of(1), lamps: { verde: { on: true, reportedAt: 1, reportedIn: null } } },
      },
    ]);
    await stage.accept('rosso', [1], { waitsForDevice: true });
    await stage.answer();
    stage.report(1, 'out4', '1');
    for (let message = 0; message < 4; message += 1) await stage.answer();
    expect(stage.handedOver()).toEqual(['out4=1', 'out1=0', 'out2=0', 'out3=0']);
  });

  test('a schedule whose device is never heard expires at its deadline and the device is in error', async () => {
    const stage = createStage();
    const [delivery] = await stage.accept('rosso', [1], { waitsForDevice: true });
    await stage.answer();
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    expect(delivery).toMatchObject({ state: 'scaduto', reason: 'Il dispositivo non si è fatto sentire' });
    expect(stage.states.of(1).error).toBe(true);
  });

  test('a device that was heard before gets each message once, whatever it reports meanwhile', async () => {
    const stage = createStage();
    stage.states.setListening(Date.now());
    stage.report(1, 'out1', '1');
    await stage.accept('rosso');
    for (let message = 0; message < 4; message += 1) await stage.answer();
    stage.report(1, 'out1', '1');
    await stage.answer();
    expect(stage.handedOver()).toEqual(['out4=1', 'out1=0', 'out2=0', 'out3=0']);
  });

  test('a newer command supersedes the older one, whose remaining messages are not sent', async () => {
    const stage = createStage();
    const [older] = await stage.accept('verde');
    const [newer] = await stage.accept('rosso');
    expect(older).toMatchObject({ state: 'superato', reason: 'Superato da un comando più recente' });
    for (let message = 0; message < 4; message += 1) await stage.answer();
    expect(stage.handedOver()).toEqual(['out1=1', 'out4=1', 'out1=0', 'out2=0', 'out3=0']);
    stage.report(1, 'out1', '1');
    expect([older.state, newer.state]).toEqual(['superato', 'inviato']);
    stage.report(1, 'out4', '1');
    stage.report(1, 'out1', '0');
    expect(newer.state).toBe('confermato');
    expect(stage.states.pendingOf(1)).toBeNull();
  });

  test('an early confirmation does not keep the other lamps from being switched off', async () => {
    const stage = createStage();
    const [delivery] = await stage.accept('rosso');
    await stage.answer();
    stage.report(1, 'out4', '1');
    expect(delivery.state).toBe('confermato');
    for (let message = 0; message < 4; message += 1) await stage.answer();
    expect(stage.handedOver()).toEqual(['out4=1', 'out1=0', 'out2=0', 'out3=0']);
    expect(delivery.state).toBe('confermato');
  });

  test('a late confirmation upgrades an expired delivery for ten minutes only', async () => {
    const stage = createStage();
    const [late, tooLate] = await stage.accept('giallo', [1, 2]);
    await stage.answer();
    await vi.advanceTimersByTimeAsync(CONFIRM_MS);
    stage.report(1, 'out2', '1');
    expect(late.state).toBe('confermato');
    await vi.advanceTimersByTimeAsync(600_000);
    stage.report(2, 'out2', '1');
    expect(tooLate?.state).toBe('scaduto');
  });

  test('a report that was on its way before the broker acknowledged the message does not confirm it', async () => {
    const stage = createStage();
    const [delivery] = await stage.accept('giallo');
    stage.report(1, 'out2', '1');
    for (let message = 0; message < 4; message += 1) await stage.answer();
    expect(delivery.state).toBe('inviato');
    stage.report(1, 'out1', '0');
    expect(delivery.state).toBe('inviato');
    stage.report(1, 'out2', '1');
    expect(delivery.state).toBe('confermato');
  });

  test('two lit lamps are no confirmation; the former one is told again to go out until it says so', async () => {
    const stage = createStage();
    stage.report(1, 'out1', '1');
    const [delivery] = await stage.accept('rosso');
    for (let message = 0; message < 4; message += 1) await stage.answer();
    stage.report(1, 'out4', '1');
    expect(delivery.state).toBe('inviato');
    for (let times = 1; times <= 2; times += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      await stage.answer();
      expect(stage.handedOver().slice(4)).toEqual(Array.from({ length: times }, () => 'out1=0'));
    }
    stage.report(1, 'out1', '0');
    expect(delivery.state).toBe('confermato');
    await vi.advanceTimersByTimeAsync(5000);
    expect(stage.handedOver()).toHaveLength(6);
  });

  test('the other lamps are not told again to go out while the new lamp has not said that it is lit', async () => {
    const stage = createStage();
    stage.report(1, 'out1', '1');
    await stage.accept('rosso');
    for (let message = 0; message < 4; message += 1) await stage.answer();
    await vi.advanceTimersByTimeAsync(3000);
    expect(stage.handedOver()).toHaveLength(4);
  });

  test('a device that shows two lamps when the window ends is in error by their names', async () => {
    const stage = createStage();
    stage.report(1, 'out1', '1');
    const [delivery] = await stage.accept('rosso');
    for (let message = 0; message < 4; message += 1) await stage.answer();
    stage.report(1, 'out4', '1');
    await vi.advanceTimersByTimeAsync(CONFIRM_MS);
    const reason = 'Più lampade accese: verde e rosso';
    expect(delivery).toMatchObject({ state: 'scaduto', reason });
    expect(stage.states.errorOf(1)).toBe(reason);
  });

  test('a device that says that it shows something else is told apart from one that is silent', async () => {
    const stage = createStage();
    const [delivery] = await stage.accept('rosso');
    await stage.answer();
    stage.report(1, 'out3', '1');
    await vi.advanceTimersByTimeAsync(CONFIRM_MS);
    expect(delivery).toMatchObject({ state: 'scaduto', reason: 'Mostra arancio invece di rosso' });
    expect(stage.states.isOutOfSync(1)).toBe(true);
  });

  test('what is desired stays, also when the device shows it by itself', async () => {
    const stage = createStage();
    stage.report(1, 'out1', '1');
    await stage.accept('rosso');
    expect(stage.states.of(1).desired).toMatchObject({ value: 'rosso', by: 'valdombra' });
    expect(stage.states.isOutOfSync(1)).toBe(false);
    await vi.advanceTimersByTimeAsync(CONFIRM_MS);
    expect(stage.states.isOutOfSync(1)).toBe(true);
    stage.report(1, 'out1', '0');
    stage.report(1, 'out4', '1');
    expect(stage.states.of(1).desired).toMatchObject({ value: 'rosso' });
    expect(stage.states.isOutOfSync(1)).toBe(false);
  });

  test('what fails while the link breaks is no error of the device, though the link is back by then', async () => {
    const stage = createStage();
    const [delivery] = await stage.accept('rosso');
    await stage.setConnected(false);
    await stage.answer('unknown');
    await stage.setConnected(true);
    await vi.advanceTimersByTimeAsync(CONFIRM_MS);
    expect(delivery).toMatchObject({ state: 'scaduto', reason: 'Broker non raggiungibile' });
    expect(stage.states.errorOf(1)).toBeNull();
  });

  test('what a person stops before it was handed over never is, and what was desired before is so again', async () => {
    const stage = createStage();
    const verde = { value: 'verde', since: 1, by: 'anna', source: 'alert' } as const;
    stage.states.apply(signal(1), { kind: 'commanded', deliveryId: 1, desired: verde });
    stage.states.apply(signal(1), { kind: 'settled' });
    await stage.setConnected(false);
    const [delivery] = await stage.accept('rosso');
    const unsent = stage.lanes.listUnsent(delivery.command.id);
    stage.lanes.withdraw(unsent, 'Invio fermato da valdombra');
    await stage.setConnected(true);
    await vi.advanceTimersByTimeAsync(CONFIRM_MS);
    expect(unsent).toEqual([delivery]);
    expect(delivery).toMatchObject({ state: 'annullato', reason: 'Invio fermato da valdombra' });
    expect(stage.handedOver()).toEqual([]);
    expect(stage.states.of(1)).toMatchObject({ desired: verde, error: false });
  });

  test('many deliveries are stopped in slices, and none is handed over before its slice', async () => {
    const ids = Array.from({ length: 1000 }, (_, index) => index + 1);
    const stage = createStage({ devices: ids.length });
    await stage.setConnected(false);
    const deliveries = await stage.accept('rosso', ids);
    stage.lanes.withdraw(deliveries, 'Invio fermato da valdombra');
    const stoppedAtOnce = deliveries.filter(({ state }) => state === 'annullato').length;
    await stage.setConnected(true);
    await vi.waitUntil(() => deliveries.every(({ state }) => state === 'annullato'), 30_000);
    expect(stoppedAtOnce).toBeLessThan(ids.length / 2);
    expect(stage.handedOver()).toEqual([]);
  });

  test('a device that shows what was desired before a stopped command is at no moment out of sync', async () => {
    const stage = createStage();
    stage.report(1, 'out1', '1');
    stage.states.apply(signal(1), {
      kind: 'commanded',
      deliveryId: 1,
      desired: { value: 'verde', since: 1, by: 'anna', source: 'alert' },
    });
    stage.states.apply(signal(1), { kind: 'settled' });
    await stage.setConnected(false);
    const [delivery] = await stage.accept('rosso');
    const wasOutOfSync: boolean[] = [];
    stage.states.follow((id) => wasOutOfSync.push(id === 1 && stage.states.isOutOfSync(1)));
    stage.lanes.withdraw([delivery], 'Invio fermato da valdombra');
    expect(wasOutOfSync).toContain(false);
    expect(wasOutOfSync).not.toContain(true);
  });

  test('a stopped command takes nothing back that was desired since', async () => {
    const stage = createStage();
    await stage.setConnected(false);
    const [delivery] = await stage.accept('rosso');
    const accepted = { value: 'giallo', since: Date.now() + 1, by: 'anna', source: 'command' } as const;
    stage.states.apply(signal(1), { kind: 'commanded', deliveryId: delivery.id, desired: accepted });
    stage.lanes.withdraw([delivery], 'Invio fermato da valdombra');
    expect(stage.states.of(1).desired).toEqual(accepted);
  });

  test('of what another server goes on with nothing is desired here, of other devices it stays', async () => {
    const stage = createStage();
    await stage.accept('rosso', [1]);
    await stage.answer();
    await stage.answer();
    stage.report(1, 'out4', '1');
    await stage.accept('giallo', [2]);
    stage.lanes.letGo();
    expect(stage.states.of(1).desired).toMatchObject({ value: 'rosso' });
    expect(stage.states.of(2).desired).toBeNull();
    stage.report(1, 'out4', '0');
    expect(stage.states.isOutOfSync(1)).toBe(true);
  });

  test('what was handed over cannot be stopped any more', async () => {
    const stage = createStage();
    const [delivery] = await stage.accept('rosso');
    expect(stage.lanes.listUnsent(delivery.command.id)).toEqual([]);
  });

  test('a device that was gone when its other lamps were to go out still confirms when it is back', async () => {
    const stage = createStage();
    stage.report(1, 'out1', '1');
    const [delivery] = await stage.accept('rosso');
    await stage.answer();
    await stage.answer('no-listener');
    stage.report(1, 'out4', '1');
    expect(delivery.state).toBe('accettato');
    stage.report(1, 'out1', '0');
    expect(delivery).toMatchObject({ state: 'confermato', reason: null });
  });

  test('a message that the broker refuses fails the delivery at once', async () => {
    const stage = createStage();
    const [delivery] = await stage.accept('rosso');
    await stage.answer('rejected');
    expect(delivery).toMatchObject({ state: 'fallito', reason: 'Il broker ha rifiutato il comando' });
    expect(stage.handedOver()).toEqual(['out4=1']);
  });

  test('a new lamp that nobody received darkens nothing, and is sent again until somebody receives it', async () => {
    const stage = createStage();
    stage.report(1, 'out1', '1');
    const [delivery] = await stage.accept('rosso');
    await stage.answer('no-listener');
    for (let times = 2; times <= 4; times += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      expect(stage.handedOver()).toEqual(Array.from({ length: times }, () => 'out4=1'));
      if (times < 4) await stage.answer('no-listener');
    }
    for (let message = 0; message < 4; message += 1) await stage.answer();
    expect(stage.handedOver().slice(4)).toEqual(['out1=0', 'out2=0', 'out3=0']);
    stage.report(1, 'out4', '1');
    stage.report(1, 'out1', '0');
    expect(delivery.state).toBe('confermato');
  });

  test('a device that is heard gets at once what reached nobody', async () => {
    const stage = createStage();
    await stage.accept('rosso');
    await stage.answer('no-listener');
    stage.report(1, 'out1', '1');
    await stage.answer();
    expect(stage.handedOver().slice(0, 2)).toEqual(['out4=1', 'out4=1']);
  });

  test('what reached nobody has failed by the end of the window, and is sent on until the deadline', async () => {
    const stage = createStage();
    const [back, away] = await stage.accept('rosso', [1, 2]);
    const absent = async (ms: number) => {
      for (let second = 0; second < ms; second += 1000) {
        await stage.answer('no-listener');
        await vi.advanceTimersByTimeAsync(1000);
      }
    };
    await absent(CONFIRM_MS);
    const reason = 'Il dispositivo non è collegato al broker';
    expect([back, away]).toMatchObject([
      { state: 'fallito', reason },
      { state: 'fallito', reason },
    ]);
    expect(stage.states.errorOf(1)).toBe(reason);
    await absent(2000);
    for (let message = 0; message < 4; message += 1) await stage.answer();
    stage.report(1, 'out4', '1');
    expect(back).toMatchObject({ state: 'confermato', reason: null });
    await absent(DEADLINE_MS);
    const sent = stage.handedOver().length;
    await absent(DEADLINE_MS);
    expect(stage.handedOver()).toHaveLength(sent);
  });

  test('a large command, too, is sent on to a device that was away for its whole window', async () => {
    const devices = 1001;
    const stage = createStage({ devices });
    const deliveries = await stage.accept(
      'rosso',
      Array.from({ length: devices }, (_, index) => index + 1),
    );
    while (deliveries.some(({ machine }) => machine.handedOverAt === null)) {
      await stage.answer('no-listener');
      await vi.advanceTimersByTimeAsync(100);
    }
    await stage.answer('no-listener');
    await vi.advanceTimersByTimeAsync(CONFIRM_MS);
    expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['fallito']));
    const sent = stage.handedOver().length;
    await stage.answer('no-listener');
    await vi.advanceTimersByTimeAsync(1000);
    expect(stage.handedOver().length).toBeGreaterThan(sent);
  });

  test('a newer command ends the tries of the one before', async () => {
    const stage = createStage();
    await stage.accept('rosso');
    await stage.answer('no-listener');
    await stage.accept('giallo');
    await vi.advanceTimersByTimeAsync(3000);
    expect(stage.handedOver()).toEqual(['out4=1', 'out2=1']);
  });

  test('where the broker does not tell who listens, the other lamps wait for the answer of the device', async () => {
    const stage = createStage();
    stage.report(1, 'out1', '1');
    const [delivery] = await stage.accept('rosso');
    await stage.answer('listener-unknown');
    stage.report(1, 'out1', '1');
    await vi.advanceTimersByTimeAsync(1000);
    expect(stage.handedOver()).toEqual(['out4=1', 'out4=1']);
    await stage.answer('listener-unknown');
    stage.report(1, 'out4', '1');
    await stage.answer('listener-unknown');
    expect(stage.handedOver().slice(2)).toEqual(['out1=0', 'out2=0', 'out3=0']);
    stage.report(1, 'out1', '0');
    expect(delivery.state).toBe('confermato');
  });

  test('where the broker does not tell who listens, a slow answer still puts the other lamps out', async () => {
    const stage = createStage();
    stage.report(1, 'out1', '1');
    const [delivery] = await stage.accept('rosso');
    await stage.answer('listener-unknown');
    await vi.advanceTimersByTimeAsync(CONFIRM_MS);
    await stage.answer('listener-unknown');
    expect(delivery.state).toBe('scaduto');
    stage.report(1, 'out4', '1');
    expect(stage.handedOver().slice(-3)).toEqual(['out1=0', 'out2=0', 'out3=0']);
  });
});
