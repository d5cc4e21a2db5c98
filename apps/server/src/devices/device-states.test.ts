import { describe, expect, test, vi } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { UNKNOWN_STATE } from './apply-device-message.ts';
import { createDeviceStates, type StoredState } from './device-states.ts';
import type { KnownDevice } from './known-device.ts';

const MINUTE_MS = 60_000;
const SILENCE_MS = 15 * MINUTE_MS;

const device: KnownDevice = {
  id: 1,
  topic: '/3/val/s1',
  name: null,
  type: 'semaforo',
  latitude: null,
  longitude: null,
  ownerId: 1,
};

function createStage({ silenceMs = SILENCE_MS }: { silenceMs?: number } = {}) {
  const logger = createTestLogger();
  const changes = createEventChannel<KnownDevice>({ name: 'changes', logger });
  const told: number[] = [];
  changes.subscribe(({ id }) => told.push(id));
  const saved: StoredState[][] = [];
  let now = 1_000_000;
  let failing = false;
  const states = createDeviceStates({
    save: (batch) => {
      if (failing) return Promise.reject(new Error('disk full'));
      saved.push([...batch]);
      return Promise.resolve();
    },
    findDevice: (id) => (id === device.id ? device : undefined),
    changes,
    silenceMs,
    clock: { now: () => now },
    monotonicClock: { elapsedMs: () => now },
    logger,
  });
  states.setListening(now);
  return {
    states,
    told,
    saved,
    log: logger.entries,
    pass: (ms: number) => {
      now += ms;
      states.checkSilence();
    },
    now: () => now,
    say: (channel: string, payload: string, retained = false) =>
      states.record(device, { channel, payload, retained }),
    setFailing: (next: boolean) => {
      failing = next;
    },
  };
}

describe('the state of a device', () => {
  test('a device that was heard is reported in error once after the window of silence', () => {
    const stage = createStage();
    stage.say('out1', '1');
    stage.pass(SILENCE_MS - 1);
    expect(stage.states.of(1).error).toBe(false);
    stage.pass(1);
    expect(stage.states.of(1)).toMatchObject({
      error: true,
      errorReason: 'Dispositivo silenzioso da 15 minuti',
      status: 'verde',
    });
    stage.pass(SILENCE_MS);
    expect(stage.told).toHaveLength(1);
  });

  test('metrics end a silence, a retained message or a last will does not', () => {
    const stage = createStage();
    stage.say('temp', '20');
    stage.pass(SILENCE_MS - 1);
    stage.say('temp', '21');
    stage.pass(SILENCE_MS - 1);
    expect(stage.states.of(1).error).toBe(false);
    stage.say('out1', '1', true);
    stage.pass(1);
    expect(stage.states.of(1).error).toBe(true);
  });

  test('a device that was never heard is never silent, and no device is when the window is zero', () => {
    const never = createStage();
    never.pass(10 * SILENCE_MS);
    expect(never.states.of(1).error).toBe(false);
    const off = createStage({ silenceMs: 0 });
    off.say('out1', '1');
    off.pass(10 * SILENCE_MS);
    expect(off.states.of(1).error).toBe(false);
  });

  test('time without a broker does not count as silence of a device', () => {
    const stage = createStage();
    stage.say('out1', '1');
    stage.states.setListening(null);
    stage.pass(10 * SILENCE_MS);
    expect(stage.states.of(1).error).toBe(false);
    stage.states.setListening(stage.now());
    stage.pass(SILENCE_MS - 1);
    expect(stage.states.of(1).error).toBe(false);
    stage.pass(1);
    expect(stage.states.of(1).error).toBe(true);
  });

  test('a device that is offline, also by a retained message, is in error until it reports an output', () => {
    const stage = createStage();
    stage.say('status', 'offline', true);
    expect(stage.states.of(1)).toMatchObject({ error: true, errorReason: 'Dispositivo non in linea' });
    stage.say('status', 'online');
    expect(stage.states.of(1).error).toBe(true);
    stage.say('out9', '1');
    expect(stage.states.of(1).error).toBe(true);
    stage.say('out2', '0');
    expect(stage.states.of(1).error).toBe(false);
  });

  test('a state is stale until the device is heard live since the server joined the broker', () => {
    const stage = createStage();
    stage.states.load([{ deviceId: 1, state: { ...stage.states.of(1), status: 'rosso' } }]);
    expect(stage.states.isStale(1)).toBe(true);
    stage.say('out4', '1');
    expect(stage.states.isStale(1)).toBe(false);
    stage.say('out2', '1', true);
    expect(stage.states.isStale(1)).toBe(true);
    stage.say('out2', '1');
    stage.states.setListening(null);
    expect(stage.states.isStale(1)).toBe(true);
    stage.pass(1);
    stage.states.setListening(stage.now());
    expect(stage.states.isStale(1)).toBe(true);
  });

  test('many messages of a device are saved as one state, the newest', async () => {
    const stage = createStage();
    for (const channel of ['out1', 'out2', 'out3', 'out4']) stage.say(channel, '1');
    await stage.states.stop();
    expect(stage.saved).toHaveLength(1);
    expect(stage.saved[0]).toMatchObject([{ deviceId: 1, state: { status: 'rosso' } }]);
  });

  test('a state that could not be saved is logged and saved later', async () => {
    vi.useFakeTimers();
    const stage = createStage();
    stage.setFailing(true);
    stage.say('out1', '1');
    await vi.advanceTimersByTimeAsync(300);
    expect(stage.log).toHaveLength(1);
    stage.setFailing(false);
    await vi.advanceTimersByTimeAsync(300);
    expect(stage.saved.flat()).toMatchObject([{ state: { status: 'verde' } }]);
    vi.useRealTimers();
  });

  test('a forgotten state is saved as unknown after any save of the former state', async () => {
    vi.useFakeTimers();
    const stage = createStage();
    stage.say('out1', '1');
    await vi.advanceTimersByTimeAsync(300);
    stage.states.forget(1);
    await stage.states.stop();
    expect(stage.saved.flat()).toMatchObject([
      { deviceId: 1, state: { status: 'verde' } },
      { deviceId: 1, state: UNKNOWN_STATE },
    ]);
    vi.useRealTimers();
  });
});
