import { UNKNOWN_DEVICE } from '@semaforo/contract/domain/device/device-state';
import { device as knownDevice } from '@semaforo/testing/factories';
import { describe, expect, test } from 'vitest';
import { NEVER_COMMITS } from '../../test/commit-part.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createDeviceStates } from './device-states.ts';
import type { KnownDevice } from './known-device.ts';

const MINUTE_MS = 60_000;
const SILENCE_MS = 15 * MINUTE_MS;

const device = knownDevice();

const ROSSO_KNOWN = {
  ...UNKNOWN_DEVICE,
  status: 'rosso',
  lamps: { rosso: { on: true, reportedAt: 1, reportedIn: null } },
} as const;

function createStage({ silenceMs = SILENCE_MS }: { silenceMs?: number } = {}) {
  const logger = createTestLogger();
  const changes = createEventChannel<KnownDevice>({ name: 'changes', logger });
  const notified: number[] = [];
  changes.subscribe(({ id }) => notified.push(id));
  let now = 1_000_000;
  const states = createDeviceStates({
    commit: NEVER_COMMITS,
    findDevice: (id) => (id === device.id ? device : undefined),
    changes,
    silenceMs,
    clock: { now: () => now },
    monotonicClock: { elapsedMs: () => now },
  });
  states.setListening(now);
  return {
    states,
    notified,
    pass: (ms: number) => {
      now += ms;
      states.wake();
    },
    now: () => now,
    report: (channel: string, payload: string, retained = false) =>
      states.record(device, { channel, payload, retained }),
  };
}

describe('the state of a device', () => {
  test('a device that was heard is reported in error once after the window of silence', () => {
    const stage = createStage();
    stage.report('out1', '1');
    stage.pass(SILENCE_MS - 1);
    expect(stage.states.of(1).error).toBe(false);
    stage.pass(1);
    expect(stage.states.of(1)).toMatchObject({
      error: true,
      errorReason: 'Dispositivo silenzioso da 15 minuti',
      status: 'verde',
    });
    stage.pass(SILENCE_MS);
    expect(stage.notified).toHaveLength(1);
  });

  test('metrics end a silence, a retained message or a last will does not', () => {
    const stage = createStage();
    stage.report('temp', '20');
    stage.pass(SILENCE_MS - 1);
    stage.report('temp', '21');
    stage.pass(SILENCE_MS - 1);
    expect(stage.states.of(1).error).toBe(false);
    stage.report('out1', '1', true);
    stage.pass(250);
    expect(stage.states.of(1).error).toBe(true);
  });

  test('a device that was never heard is never silent, and no device is when the window is zero', () => {
    const never = createStage();
    never.pass(10 * SILENCE_MS);
    expect(never.states.of(1).error).toBe(false);
    const off = createStage({ silenceMs: 0 });
    off.report('out1', '1');
    off.pass(10 * SILENCE_MS);
    expect(off.states.of(1).error).toBe(false);
  });

  test('time without a broker does not count as silence of a device', () => {
    const stage = createStage();
    stage.report('out1', '1');
    stage.states.setListening(null);
    stage.pass(10 * SILENCE_MS);
    expect(stage.states.of(1).error).toBe(false);
    stage.states.setListening(stage.now());
    stage.pass(SILENCE_MS - 1);
    expect(stage.states.of(1).error).toBe(false);
    stage.pass(1);
    expect(stage.states.of(1).error).toBe(true);
  });

  test('a state is stale until the device is heard live since the server joined the broker', () => {
    const stage = createStage();
    stage.states.load([{ deviceId: 1, state: ROSSO_KNOWN }]);
    expect(stage.states.isStale(1)).toBe(true);
    stage.report('out4', '1');
    expect(stage.states.isStale(1)).toBe(false);
    stage.states.setListening(null);
    expect(stage.states.isStale(1)).toBe(true);
    stage.pass(1);
    stage.states.setListening(stage.now());
    expect(stage.states.isStale(1)).toBe(true);
  });

  test('the word of a dark lamp does not make an old color fresh', () => {
    const stage = createStage();
    stage.states.load([{ deviceId: 1, state: ROSSO_KNOWN }]);
    stage.report('out2', '0');
    expect(stage.states.isStale(1)).toBe(true);
    expect(stage.states.hasReported(1)).toBe(true);
    stage.report('out4', '1');
    expect(stage.states.isStale(1)).toBe(false);
  });

  describe('that speaks at a rhythm', () => {
    /** Five times, each minute. */
    const reportEachMinute = (stage: ReturnType<typeof createStage>) => {
      stage.report('out1', '1');
      for (let turn = 0; turn < 4; turn += 1) {
        stage.pass(MINUTE_MS);
        stage.report('temp', '20');
      }
    };

    test('is silent once it has missed three turns of it, and no more once it says anything', () => {
      const stage = createStage();
      reportEachMinute(stage);
      const spokeAt = stage.now();
      stage.pass(3 * MINUTE_MS - 1);
      expect(stage.states.silentSince(1)).toBeNull();
      expect(stage.states.conditionOf(1)).toBe('ok');
      stage.pass(1);
      expect(stage.states.silentSince(1)).toBe(spokeAt);
      expect(stage.states.conditionOf(1)).toBe('silent');
      expect(stage.states.confirmedOf(1)).toBeNull();
      expect(stage.states.errorOf(1)).toBeNull();
      stage.pass(MINUTE_MS);
      expect(stage.notified).toEqual([1]);
      stage.report('temp', '21');
      expect(stage.states.silentSince(1)).toBeNull();
      expect(stage.states.conditionOf(1)).toBe('ok');
      expect(stage.notified).toEqual([1, 1]);
      stage.pass(3 * MINUTE_MS);
      expect(stage.states.conditionOf(1)).toBe('silent');
    });

    test('is in error after the window of silence; any live message ends that, too', () => {
      const stage = createStage();
      reportEachMinute(stage);
      stage.pass(3 * MINUTE_MS);
      stage.pass(SILENCE_MS);
      expect(stage.states.conditionOf(1)).toBe('error');
      expect(stage.states.silentSince(1)).not.toBeNull();
      stage.report('temp', '20', true);
      expect(stage.states.conditionOf(1)).toBe('error');
      stage.report('temp', '20');
      expect(stage.states.of(1)).toMatchObject({ error: false, errorReason: null });
      expect(stage.states.conditionOf(1)).toBe('ok');
      stage.states.apply(device, { kind: 'failed', reason: 'Comando non confermato entro 5 s' });
      stage.report('temp', '20');
      expect(stage.states.conditionOf(1)).toBe('error');
    });

    test('is not ended in its silence by what the broker kept, nor by its last will', () => {
      const stage = createStage();
      reportEachMinute(stage);
      stage.pass(3 * MINUTE_MS);
      stage.report('out1', '1', true);
      stage.report('status', 'offline', true);
      expect(stage.states.silentSince(1)).not.toBeNull();
    });

    test('is not silent for the time without a link', () => {
      const stage = createStage();
      reportEachMinute(stage);
      stage.pass(3 * MINUTE_MS);
      stage.states.setListening(null);
      expect(stage.states.silentSince(1)).toBeNull();
      expect(stage.states.conditionOf(1)).toBe('stale');
      stage.pass(60 * MINUTE_MS);
      expect(stage.states.silentSince(1)).toBeNull();
      stage.states.setListening(stage.now());
      const madeAt = stage.now();
      stage.pass(3 * MINUTE_MS - 1);
      expect(stage.states.silentSince(1)).toBeNull();
      stage.pass(1);
      expect(stage.states.silentSince(1)).toBe(madeAt);
      expect(stage.states.conditionOf(1)).toBe('stale');
    });

    test('is not known to have one after a restart', () => {
      const stage = createStage();
      reportEachMinute(stage);
      const restarted = createStage();
      restarted.states.load([{ deviceId: 1, state: stage.states.of(1) }]);
      restarted.pass(SILENCE_MS - 1);
      expect(restarted.states.silentSince(1)).toBeNull();
    });

    test('is never silent where silence means nothing, nor once it is another device', () => {
      const off = createStage({ silenceMs: 0 });
      reportEachMinute(off);
      off.pass(60 * MINUTE_MS);
      expect(off.states.silentSince(1)).toBeNull();
      const stage = createStage();
      reportEachMinute(stage);
      stage.pass(3 * MINUTE_MS);
      stage.states.deviceChanged(device, { ...device, topic: '/3/val/s2' });
      expect(stage.states.silentSince(1)).toBeNull();
    });
  });

  test('several lit lamps are an error by name, but not while a command changes them', () => {
    const stage = createStage();
    stage.report('out1', '1');
    expect(stage.states.errorOf(1)).toBeNull();
    stage.states.apply(device, {
      kind: 'commanded',
      deliveryId: 1,
      desired: { value: 'rosso', since: 1, by: 'valdombra', source: 'command' },
    });
    stage.report('out4', '1');
    expect(stage.states.errorOf(1)).toBeNull();
    stage.states.apply(device, { kind: 'settled' });
    expect(stage.states.errorOf(1)).toBe('Più lampade accese: verde e rosso');
    stage.report('out1', '0');
    expect(stage.states.errorOf(1)).toBeNull();
  });

  describe('that is offline', () => {
    test('is in error a little later, until it is online again', () => {
      const stage = createStage();
      stage.report('out1', '1');
      stage.report('status', 'offline');
      expect(stage.states.of(1).error).toBe(false);
      stage.pass(2000);
      expect(stage.states.of(1)).toMatchObject({ error: true, errorReason: 'Dispositivo non in linea' });
      expect(stage.notified).toEqual([1]);
      stage.report('status', 'online');
      expect(stage.states.of(1)).toMatchObject({ error: false, errorReason: null });
    });

    test('stays in error when the broker only remembers that it was online', () => {
      const stage = createStage();
      stage.report('status', 'offline');
      stage.pass(2000);
      stage.report('status', 'online', true);
      expect(stage.states.of(1)).toMatchObject({ error: true, errorReason: 'Dispositivo non in linea' });
    });

    test.each([
      ['status', 'online'],
      ['out1', '1'],
    ])(
      'is in no error once the broker hands over that it said %s %s while nobody listened',
      (channel, payload) => {
        const stage = createStage();
        stage.report('status', 'offline');
        stage.pass(2000);
        const queued = { channel, payload, retained: true, queued: true };
        stage.states.record(device, queued);
        expect(stage.states.of(1)).toMatchObject({ error: false, errorReason: null, receivedAt: null });
        stage.states.apply(device, { kind: 'failed', reason: 'Comando non confermato entro 5 s' });
        stage.states.record(device, queued);
        expect(stage.states.of(1).error).toBe(true);
        stage.report('status', 'offline', true);
        stage.states.record(device, queued);
        stage.pass(60_000);
        expect(stage.states.of(1).errorReason).toBe('Comando non confermato entro 5 s');
      },
    );

    test('is in no error when the broker remembers meanwhile that it came back', () => {
      const stage = createStage();
      stage.report('status', 'offline', true);
      stage.report('status', 'online', true);
      stage.pass(60_000);
      expect(stage.states.of(1).error).toBe(false);
    });

    test('is in no error when the link to the broker falls meanwhile', () => {
      const stage = createStage();
      stage.report('status', 'offline');
      stage.states.setListening(null);
      stage.pass(60_000);
      expect(stage.states.of(1).error).toBe(false);
    });

    test('is in no error when it speaks again meanwhile', () => {
      const stage = createStage();
      stage.report('status', 'offline');
      stage.report('temp', '20');
      stage.pass(60_000);
      expect(stage.states.of(1).error).toBe(false);
    });

    test('by the memory of the broker counts only if it was not heard since the link was made', () => {
      const received = createStage();
      received.report('out1', '1');
      received.report('status', 'offline', true);
      const unheard = createStage();
      unheard.report('status', 'offline', true);
      received.pass(9999);
      unheard.pass(9999);
      expect(unheard.states.of(1).error).toBe(false);
      received.pass(1);
      unheard.pass(1);
      expect(received.states.of(1).error).toBe(false);
      expect(unheard.states.of(1).error).toBe(true);
    });
  });

  test('being online again does not end another error', () => {
    const stage = createStage();
    stage.states.apply(device, { kind: 'failed', reason: 'Comando non confermato entro 5 s' });
    stage.report('status', 'online');
    expect(stage.states.of(1).error).toBe(true);
  });

  test('to be online again is no word of a lamp: what is desired still stands when the lamp then says otherwise', () => {
    const stage = createStage();
    stage.report('out4', '1');
    stage.states.apply(device, {
      kind: 'commanded',
      deliveryId: 1,
      desired: { value: 'rosso', since: 1, by: 'valdombra', source: 'command' },
    });
    stage.states.apply(device, { kind: 'settled' });
    stage.report('status', 'online');
    stage.report('out4', '0');
    expect(stage.states.isOutOfSync(1)).toBe(true);
  });

  test('a device that confirmed a color and later reports another is out of sync, which is no error', () => {
    const stage = createStage();
    stage.states.apply(device, {
      kind: 'commanded',
      deliveryId: 1,
      desired: { value: 'rosso', since: 1, by: 'valdombra', source: 'alert' },
    });
    expect(stage.states.conditionOf(1)).toBe('pending');
    stage.report('out4', '1');
    stage.states.apply(device, { kind: 'settled' });
    expect(stage.states.conditionOf(1)).toBe('ok');
    stage.report('out1', '1');
    stage.report('out4', '0');
    expect(stage.states.conditionOf(1)).toBe('out-of-sync');
    expect(stage.states.isOutOfSync(1)).toBe(true);
    expect(stage.states.errorOf(1)).toBeNull();
    expect(stage.states.of(1).desired).toMatchObject({ value: 'rosso', since: 1, source: 'alert' });
    stage.report('out4', '1');
    stage.report('out1', '0');
    expect(stage.states.conditionOf(1)).toBe('ok');
  });

  test('a lamp test makes no device out of sync, until it has ended and the device is not back', () => {
    const stage = createStage();
    stage.report('out4', '1');
    stage.states.apply(device, {
      kind: 'commanded',
      deliveryId: 1,
      desired: { value: 'rosso', since: 1, by: 'valdombra', source: 'command' },
    });
    stage.states.apply(device, { kind: 'settled' });
    stage.states.apply(device, { kind: 'test-begun', former: 'rosso', isOver: false });
    stage.report('out1', '1');
    stage.report('out4', '0');
    expect(stage.states.isOutOfSync(1)).toBe(false);
    stage.states.apply(device, { kind: 'test-begun', former: 'rosso', isOver: true });
    expect(stage.states.isOutOfSync(1)).toBe(true);
  });

  test('a lamp that is found burnt as time passes is published', () => {
    const stage = createStage();
    stage.report('out1', '1');
    stage.report('out1/power', '0');
    stage.notified.length = 0;
    stage.pass(11_000);
    expect(stage.states.of(1).lampFaults).toEqual({ verde: 'burnt' });
    expect(stage.notified).toEqual([1]);
  });

  test('a device that was never commanded is never out of sync', () => {
    const stage = createStage();
    stage.report('out4', '1');
    stage.report('out4', '0');
    stage.report('out1', '1');
    expect(stage.states.isOutOfSync(1)).toBe(false);
    expect(stage.states.of(1).desired).toBeNull();
  });

  test.each([
    ['Mostra verde invece di rosso', false],
    ['Comando non confermato entro 5 s', false],
    ['Dispositivo non in linea', true],
    ['Dispositivo silenzioso da 15 minuti', true],
    ['Parla troppo: il broker lo ha scollegato', true],
  ])('what a person accepts is desired; the error %j stays: %s', (reason, stays) => {
    const stage = createStage();
    stage.report('out1', '1');
    stage.states.apply(device, {
      kind: 'commanded',
      deliveryId: 1,
      desired: { value: 'rosso', since: 1, by: 'valdombra', source: 'command' },
    });
    stage.states.apply(device, { kind: 'settled' });
    stage.states.apply(device, { kind: 'failed', reason: reason });
    stage.states.apply(device, { kind: 'accepted', by: 'anna' });
    expect(stage.states.of(1).desired).toEqual({
      value: 'verde',
      since: stage.now(),
      by: 'anna',
      source: 'command',
    });
    expect(stage.states.isOutOfSync(1)).toBe(false);
    expect(stage.states.errorOf(1)).toBe(stays ? reason : null);
  });

  test('of several lit lamps that a person accepts none is desired, and they stay an error', () => {
    const stage = createStage();
    stage.report('out1', '1');
    stage.states.apply(device, {
      kind: 'commanded',
      deliveryId: 1,
      desired: { value: 'rosso', since: 1, by: 'valdombra', source: 'command' },
    });
    stage.states.apply(device, { kind: 'settled' });
    expect(stage.states.isOutOfSync(1)).toBe(true);
    stage.report('out2', '1');
    stage.states.apply(device, { kind: 'accepted', by: 'anna' });
    expect(stage.states.of(1).desired).toBeNull();
    expect(stage.states.isOutOfSync(1)).toBe(false);
    expect(stage.states.errorOf(1)).toBe('Più lampade accese: verde e giallo');
  });

  test('what is desired counts no more once another server has commanded the device', () => {
    const stage = createStage();
    stage.report('out1', '1');
    stage.states.apply(device, {
      kind: 'commanded',
      deliveryId: 1,
      desired: { value: 'rosso', since: 1, by: 'valdombra', source: 'command' },
    });
    stage.notified.length = 0;
    const changed: (number | 'all')[] = [];
    stage.states.follow((deviceId) => changed.push(deviceId));
    stage.states.apply(device, { kind: 'ownership-lost' });
    expect(stage.states.pendingOf(1)).toBeNull();
    expect(stage.states.isOutOfSync(1)).toBe(false);
    expect(stage.notified).toEqual([1]);
    expect(changed).toContain(1);
  });

  test('the color to go back to is one that the device said in this session, alone and without error', () => {
    const stage = createStage();
    stage.states.load([{ deviceId: 1, state: ROSSO_KNOWN }]);
    expect(stage.states.confirmedOf(1)).toBeNull();
    stage.report('out4', '1');
    expect(stage.states.confirmedOf(1)).toBe('rosso');
    stage.report('out1', '1');
    expect(stage.states.confirmedOf(1)).toBeNull();
  });
});
