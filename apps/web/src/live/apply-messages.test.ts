import { deviceRecord, lampsWith } from '@semaforo/testing/factories';
import { describe, expect, test } from 'vitest';
import { createDeviceStatuses, findDevice } from '../api/device-snapshot.ts';
import { applyMessages, outOfReach } from './apply-messages.ts';

const KEY = '/3/valdombra/s1';
const NOW = Date.parse('2026-11-20T20:00:00.000Z');
const DESIRED = {
  value: 'rosso',
  since: '2026-11-20T19:33:12.000Z',
  by: 'valdombra',
  source: 'command',
  reasserted: 0,
} as const;

/** The record after the device said these words, as 'out4=1'. */
function after(changes: Parameters<typeof deviceRecord>[0], ...words: string[]) {
  const messages = words.map((word) => {
    const [channel, message = ''] = word.split('=');
    return { topic: `${KEY}/${channel}`, message };
  });
  return findDevice(applyMessages(createDeviceStatuses([deviceRecord(changes)]), messages, NOW), KEY);
}

describe('a live message', () => {
  test('is the word of its own lamp alone', () => {
    const lamps = lampsWith({ verde: { on: true, fresh: false }, giallo: { fresh: false } });
    const record = after({ lamps, stale: true }, 'out2=0');
    expect(record?.lamps).toEqual(
      lampsWith({
        verde: { on: true, fresh: false },
        giallo: { said_at: '2026-11-20T20:00:00.000Z' },
      }),
    );
    expect(record).toMatchObject({ stale: true, updated_at: '2026-11-20T20:00:00.000Z' });
  });

  test('that lights a second lamp makes an error by name, until one of them is dark', () => {
    expect(after({}, 'out4=1')).toMatchObject({
      error: true,
      error_reason: 'Più lampade accese: verde e rosso',
      error_since: '2026-11-20T20:00:00.000Z',
    });
    expect(after({}, 'out4=1', 'out1=0')).toMatchObject({
      ...{ error: false, error_reason: null, error_since: null },
    });
  });

  test('that says the same of several lit lamps again leaves the error as old as it was', () => {
    const error_since = '2026-11-20T19:43:00.000Z';
    const lamps = lampsWith({ verde: { on: true }, rosso: { on: true } });
    const record = { lamps, error: true, error_reason: 'Più lampade accese: verde e rosso', error_since };
    expect(after(record, 'out4=1', 'out1=1')).toMatchObject({ error: true, error_since });
  });

  test('ends that a device is silent', () => {
    const silent = { silent_since: '2026-11-20T19:43:00.000Z', condition: 'silent' } as const;
    expect(after(silent, 'out1=1')).toMatchObject({ silent_since: null, condition: 'ok' });
  });

  test('that lights a second lamp while a command waits makes no error', () => {
    expect(after({ pending: 'rosso', desired: DESIRED }, 'out4=1')).toMatchObject({
      error: false,
      desired: DESIRED,
    });
  });
});

describe('what was asked', () => {
  test('a device is out of sync when it reports something else, until it reports what is desired', () => {
    expect(after({ desired: DESIRED }, 'out3=1', 'out1=0')).toMatchObject({
      desired: DESIRED,
      out_of_sync: true,
    });
    const agreed = after({ desired: DESIRED, out_of_sync: true }, 'out4=1', 'out1=0');
    expect(agreed).toMatchObject({ desired: DESIRED, out_of_sync: false, condition: 'ok' });
  });

  test('stays while a command waits, and does not differ yet', () => {
    const waiting = { desired: DESIRED, pending: 'rosso' } as const;
    expect(after(waiting, 'out3=1', 'out1=0')).toMatchObject({ desired: DESIRED, out_of_sync: false });
    expect(after(waiting, 'out4=1', 'out1=0')).toMatchObject({ desired: DESIRED, out_of_sync: false });
  });

  test('is not over while another lamp is said to be lit, too', () => {
    expect(after({ desired: DESIRED, out_of_sync: true }, 'out4=1')).toMatchObject({
      desired: DESIRED,
      error: true,
    });
  });
});

describe('out of reach', () => {
  const lost = (changes: Parameters<typeof deviceRecord>[0]) => {
    const statuses = createDeviceStatuses([deviceRecord(changes)]);
    return { statuses, next: outOfReach(statuses) };
  };

  test('no lamp is fresh, and all else stays', () => {
    const { next } = lost({ desired: DESIRED, out_of_sync: true });
    expect(findDevice(next, KEY)).toEqual(
      deviceRecord({ desired: DESIRED, out_of_sync: true, stale: true, condition: 'stale' }),
    );
  });

  test('nobody knows any more whether a device is silent', () => {
    const silent_since = '2026-11-20T02:00:00.000Z';
    const known = lost({ silent_since, condition: 'silent' });
    expect(findDevice(known.next, KEY)).toMatchObject({
      silent_since: null,
      condition: 'stale',
      stale: true,
    });
    const unknown = lost({ silent_since, condition: 'silent', status: null });
    expect(findDevice(unknown.next, KEY)).toMatchObject({
      silent_since: null,
      condition: 'never-heard',
      stale: false,
    });
  });

  test('a lamp that spoke while what is shown was old is no longer fresh either', () => {
    const { next } = lost({ stale: true, lamps: lampsWith({ verde: { on: true, fresh: false } }) });
    expect(findDevice(next, KEY)?.lamps.some(({ fresh }) => fresh)).toBe(false);
  });

  test('devices without data, or already out of date, keep their record', () => {
    for (const changes of [{ status: null }, { stale: true }]) {
      const { statuses, next } = lost(changes);
      expect(next).toBe(statuses);
    }
  });
});
