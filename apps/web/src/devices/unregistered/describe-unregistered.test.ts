import type { UnregisteredDevice } from '@semaforo/contract/api/unregistered-devices';
import { expect, test } from 'vitest';
import {
  countSpeaking,
  describeRefusal,
  needsProfile,
  registrationOf,
  unknownPayload,
} from './describe-unregistered.ts';

const RECEIVED: UnregisteredDevice = {
  name: '/3/val/s1',
  key: '/3/val/s1',
  type: 'semaforo',
  profile: 'outN',
  words: [{ channel: 'out1', payload: '1' }],
  log_in: null,
  device_id: null,
  count: 1,
  heard_at: '2026-11-20T03:00:00.000Z',
  ignored: false,
};
const LOG_IN = { username: 'scheda', client_id: 'esp', address: '192.0.2.7', reason: 'unknown' } as const;

test('a refused client is told with its user and address', () => {
  expect(describeRefusal(RECEIVED)).toBeNull();
  expect(describeRefusal({ ...RECEIVED, log_in: LOG_IN })).toBe(
    'accesso rifiutato: credenziali sconosciute (utente scheda, da 192.0.2.7)',
  );
  expect(describeRefusal({ ...RECEIVED, log_in: { ...LOG_IN, username: '' } })).toContain('(senza utente,');
});

test('a payload on an output that is neither 1 nor 0 is not recognized', () => {
  expect(unknownPayload(RECEIVED)).toBeNull();
  expect(unknownPayload({ ...RECEIVED, words: [{ channel: 'out1', payload: 'ON' }] })).toBe('ON');
  expect(unknownPayload({ ...RECEIVED, words: [{ channel: 'status', payload: 'online' }] })).toBeNull();
});

test('who spoke within a minute and is not ignored speaks now', () => {
  const now = Date.parse(RECEIVED.heard_at);
  expect(countSpeaking([RECEIVED, { ...RECEIVED, ignored: true }], now + 59_000)).toBe(1);
  expect(countSpeaking([RECEIVED], now + 60_000)).toBe(0);
});

test('the form to register it has its topic, its type and its profile', () => {
  expect(registrationOf(RECEIVED)).toBe('/gestisci?topic=%2F3%2Fval%2Fs1&tipo=semaforo&profilo=outN');
  expect(registrationOf({ ...RECEIVED, key: null, type: null, profile: null })).toBe('/gestisci?topic=');
});

test('who speaks in no known language needs a profile from a person', () => {
  expect(needsProfile({ ...RECEIVED, words: [{ channel: 'out1', payload: '1' }] })).toBe(false);
  expect(needsProfile({ ...RECEIVED, words: [{ channel: 'out1', payload: 'ON' }] })).toBe(true);
  expect(needsProfile({ ...RECEIVED, words: [{ channel: 'relay', payload: '1' }], profile: null })).toBe(
    true,
  );
  expect(needsProfile({ ...RECEIVED, words: [], profile: null })).toBe(false);
});
