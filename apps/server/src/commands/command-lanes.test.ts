import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import type { LinkStatus, OutputMessage, PublishOutcome } from '../broker/broker-link.port.ts';
import { createDeviceStates } from '../devices/device-states.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import { systemMonotonicClock } from '../platform/clock.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createCommandLanes } from './command-lanes.ts';
import { messagesFor } from './command-topic.ts';
import { createAcceptedCommand, type TrackedDelivery } from './tracked-delivery.ts';

const CONFIRM_MS = 5000;
const DEADLINE_MS = 10_000;

const signal = (id: number): KnownDevice => ({
  id,
  topic: `/3/val/s${id}`,
  name: null,
  type: 'semaforo',
  latitude: null,
  longitude: null,
  ownerId: 1,
});

/** The lanes on a link that the test plays: it decides when a message is acknowledged and when the link is down. */
function createStage() {
  const logger = createTestLogger();
  const linkStatuses = createEventChannel<LinkStatus>({ name: 'link', logger });
  const progress = createEventChannel<TrackedDelivery>({ name: 'progress', logger });
  const clock = { now: () => Date.now() };
  const devices = new Map([1, 2].map((id) => [id, signal(id)]));
  const states = createDeviceStates({
    save: () => Promise.resolve(),
    findDevice: (id) => devices.get(id),
    changes: createEventChannel({ name: 'states', logger }),
    silenceMs: 0,
    monotonicClock: systemMonotonicClock,
    clock,
    logger,
  });
  let connected = true;
  const handedOver: { message: OutputMessage; settle: (outcome: PublishOutcome) => void }[] = [];
  const lanes = createCommandLanes({
    link: {
      status: () => ({ connected, since: 0, reason: null }),
      publish: (message, isStillWanted) =>
        connected && isStillWanted()
          ? new Promise((settle) => handedOver.push({ message, settle }))
          : Promise.resolve('withheld'),
    },
    linkStatuses,
    states,
    progress,
    confirmMs: CONFIRM_MS,
    clock,
  });
  let lastId = 0;
  const settleMicrotasks = () => vi.advanceTimersByTimeAsync(0);
  return {
    lanes,
    states,
    handedOver: () =>
      handedOver.map(({ message }) => `${message.topic.split('/').at(-2)}=${message.payload}`),
    /** Accepts a colour for devices; resolves to their deliveries. */
    accept: async (
      value: 'verde' | 'rosso' | 'giallo',
      ids = [1],
      { waitsForDevice = false, interrupted = false } = {},
    ) => {
      lastId += 1;
      const now = clock.now();
      const command = createAcceptedCommand(
        { id: lastId, createdAt: now, deadlineAt: now + DEADLINE_MS, value, waitsForDevice },
        ids.map((id) => {
          const device = signal(id);
          return {
            id: lastId * 10 + id,
            device,
            value,
            messages: messagesFor(device, value, '{key}/{channel}/set'),
            interrupted,
          };
        }),
      );
      lanes.accept(command);
      await settleMicrotasks();
      return command.deliveries as [TrackedDelivery, ...TrackedDelivery[]];
    },
    answer: async (outcome: PublishOutcome = 'acknowledged') => {
      for (const { settle } of handedOver) settle(outcome);
      await settleMicrotasks();
    },
    setConnected: async (next: boolean) => {
      connected = next;
      linkStatuses.publish({ connected, since: clock.now(), reason: null });
      await settleMicrotasks();
    },
    report: (id: number, channel: string, payload: string, retained = false) => {
      const message = { channel, payload, retained };
      const heard = states.record(signal(id), message);
      if (heard) lanes.settle(signal(id), message, heard.kind);
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
    expect(stage.handedOver()).toEqual(['out4=1', 'out1=0']);
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

  test('a delivery that a former process may have sent expires, and a late report confirms it', async () => {
    const stage = createStage();
    await stage.setConnected(false);
    const [delivery] = await stage.accept('rosso', [1], { interrupted: true });
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    expect(delivery).toMatchObject({ state: 'scaduto', reason: 'Broker non raggiungibile' });
    await stage.setConnected(true);
    stage.report(1, 'out4', '1');
    expect(delivery.state).toBe('confermato');
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
    expect(stage.handedOver()).toEqual(['out4=1', 'out1=0', 'out1=0', 'out2=0', 'out3=0']);
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
    await stage.answer('no-listener');
    await vi.advanceTimersByTimeAsync(CONFIRM_MS + 1000);
    expect(delivery.state).toBe('accettato');
    stage.report(1, 'out1', '1');
    for (let message = 0; message < 5; message += 1) await stage.answer();
    expect(stage.handedOver()).toEqual(['out4=1', 'out4=1', 'out1=0', 'out2=0', 'out3=0']);
    stage.report(1, 'out4', '1');
    expect(delivery.state).toBe('confermato');
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
    expect(newer.state).toBe('confermato');
    expect(stage.states.pendingOf(1)).toBeNull();
  });

  test('an early confirmation does not keep the other lamps from being switched off', async () => {
    const stage = createStage();
    const [delivery] = await stage.accept('rosso');
    stage.report(1, 'out4', '1');
    expect(delivery.state).toBe('confermato');
    for (let message = 0; message < 4; message += 1) await stage.answer();
    expect(stage.handedOver()).toEqual(['out4=1', 'out1=0', 'out2=0', 'out3=0']);
    expect(delivery.state).toBe('confermato');
  });

  test('a late confirmation upgrades an expired delivery for ten minutes only', async () => {
    const stage = createStage();
    const [late, tooLate] = await stage.accept('giallo', [1, 2]);
    await vi.advanceTimersByTimeAsync(CONFIRM_MS);
    stage.report(1, 'out2', '1');
    expect(late.state).toBe('confermato');
    await vi.advanceTimersByTimeAsync(600_000);
    stage.report(2, 'out2', '1');
    expect(tooLate?.state).toBe('scaduto');
  });

  test.each([
    ['no-listener', 'Il dispositivo non è collegato al broker'],
    ['rejected', 'Il broker ha rifiutato il comando'],
  ] as const)('a message with the answer %s fails the delivery at once', async (outcome, reason) => {
    const stage = createStage();
    const [delivery] = await stage.accept('rosso');
    await stage.answer(outcome);
    expect(delivery).toMatchObject({ state: 'fallito', reason });
    expect(stage.handedOver()).toEqual(['out4=1']);
  });
});
