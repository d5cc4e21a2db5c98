import { describe, expect, test } from 'vitest';
import {
  assessBackup,
  assessBot,
  assessBroker,
  assessBulletin,
  assessDatabase,
  assessDisk,
  assessMail,
  assessService,
} from './system-health.ts';

const GB = 1024 ** 3;

describe('the health of each part of the system', () => {
  test('a broker is well while linked', () => {
    expect([assessBroker({ connected: true }), assessBroker({ connected: false })]).toEqual(['ok', 'bad']);
  });

  test.each([
    [3, 'ok'],
    [900, 'warning'],
    [null, 'bad'],
  ] as const)('a database that answers in %s ms is %s', (responseMs, health) => {
    expect(assessDatabase({ responseMs })).toBe(health);
  });

  test.each([
    [{ freeBytes: 20 * GB, totalBytes: 40 * GB }, 'ok'],
    [{ freeBytes: 3 * GB, totalBytes: 40 * GB }, 'warning'],
    [{ freeBytes: GB / 10, totalBytes: 40 * GB }, 'bad'],
    [{ freeBytes: 0, totalBytes: 0 }, 'unknown'],
    [null, 'unknown'],
  ] as const)('a disk with %j is %s', (space, health) => {
    expect(assessDisk(space, { lowPercent: 10 })).toBe(health);
  });

  test('a disk that will be full within the week is a matter for somebody', () => {
    const space = { freeBytes: 20 * GB, totalBytes: 40 * GB };
    const assert = (fullInDays: number | null) => assessDisk(space, { lowPercent: 10, fullInDays });
    expect([null, 7, 6].map(assert)).toEqual(['ok', 'ok', 'warning']);
  });

  const bulletin = { reading: true, issuedAt: 1, stale: false, failure: null };
  test.each([
    [bulletin, 'ok'],
    [{ ...bulletin, stale: true }, 'warning'],
    [{ ...bulletin, failure: 'Non risponde' }, 'warning'],
    [{ ...bulletin, issuedAt: null }, 'unknown'],
    [{ ...bulletin, issuedAt: null, reading: false }, 'off'],
    [{ ...bulletin, stale: true, reading: false }, 'off'],
    [null, 'unknown'],
  ] as const)('bulletins %j are %s', (state, health) => {
    expect(assessBulletin(state)).toBe(health);
  });

  const backup = { scheduled: true, goodAt: 1, stale: false, failure: null };
  test.each([
    [backup, 'ok'],
    [{ ...backup, stale: true }, 'bad'],
    [{ ...backup, failure: 'Disco pieno' }, 'bad'],
    [{ ...backup, goodAt: null }, 'unknown'],
    [{ ...backup, goodAt: null, scheduled: false }, 'warning'],
    [null, 'unknown'],
  ] as const)('backups %j are %s', (state, health) => {
    expect(assessBackup(state)).toBe(health);
  });

  test('a bot without a token is off, one that Telegram does not answer is bad', () => {
    expect(assessBot({ configured: false, running: false })).toBe('off');
    expect(assessBot({ configured: true, running: false })).toBe('bad');
    expect(assessBot({ configured: true, running: true })).toBe('ok');
  });

  test('e-mail is off without a server, and bad while that takes nothing', () => {
    expect(assessMail(null)).toBe('unknown');
    expect(assessMail({ configured: false, failure: null })).toBe('off');
    expect(assessMail({ configured: true, failure: null })).toBe('ok');
    expect(assessMail({ configured: true, failure: 'Connection refused' })).toBe('bad');
  });

  test('a server that waits long between two pieces of work is a warning', () => {
    expect([assessService({ lagMs: 25 }), assessService({ lagMs: 400 })]).toEqual(['ok', 'warning']);
  });
});
