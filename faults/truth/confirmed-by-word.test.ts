import { expect, test } from 'vitest';
import { isConfirmedByWord } from './confirmed-by-word.ts';
import type { HeardWord, LinkLog, SentMessage } from './link-log.ts';
import { TOWN, type TownDevice } from './town.ts';

const [device] = TOWN.filter(({ key }) => key === '/3/alba/s1');
const [lantern] = TOWN.filter(({ key }) => key === '/3/alba/l1');

const sent = (place: number, channel: string, payload: string, of = device): SentMessage => ({
  place,
  at: 1000 + place,
  key: of?.key ?? '',
  channel,
  payload,
  retain: false,
  settledAs: place + 1,
});
const heard = (place: number, lamp: HeardWord['lamp'], on: boolean, of = device): HeardWord => ({
  place,
  at: 1000 + place,
  key: of?.key ?? '',
  lamp,
  on,
  storedAt: null,
  connection: 1,
  isLive: true,
});
const isConfirmed = (
  value: 'rosso' | 'spento' | 'acceso',
  log: Pick<LinkLog, 'sent' | 'heard'>,
  of?: TownDevice,
  confirmedAt = 2000,
) => {
  const target = of ?? device;
  if (!target) throw new Error('the town has no such device');
  return isConfirmedByWord({ device: target, value, createdAt: 1000, confirmedAt }, log);
};

test('a lamp said to be lit after the acknowledgement confirms', () => {
  expect(isConfirmed('rosso', { sent: [sent(1, 'out4', '1')], heard: [heard(3, 'rosso', true)] })).toBe(true);
});

test('what was said before the acknowledgement does not', () => {
  expect(isConfirmed('rosso', { sent: [sent(5, 'out4', '1')], heard: [heard(3, 'rosso', true)] })).toBe(
    false,
  );
  expect(isConfirmed('rosso', { sent: [], heard: [heard(3, 'rosso', true)] })).toBe(false);
});

test('while another lamp is lit by its last word it does not, and does from its zero on', () => {
  const log = { sent: [sent(2, 'out4', '1')], heard: [heard(1, 'verde', true), heard(4, 'rosso', true)] };
  expect(isConfirmed('rosso', log)).toBe(false);
  expect(isConfirmed('rosso', { ...log, heard: [...log.heard, heard(5, 'verde', false)] })).toBe(true);
});

test('a word that a server did not acknowledge before it ended may be known or not', () => {
  const lost = heard(1, 'verde', true);
  const answer = { ...heard(4, 'rosso', true), connection: 2 };
  const log = { sent: [sent(2, 'out4', '1')], heard: [lost, answer] };
  expect(isConfirmed('rosso', log)).toBe(true);
  expect(isConfirmed('rosso', { ...log, heard: [{ ...lost, storedAt: 1002 }, answer] })).toBe(false);
  const dark = heard(2, 'verde', false);
  expect(isConfirmed('rosso', { ...log, heard: [{ ...lost, storedAt: 1002 }, dark, answer] })).toBe(true);
});

test('all lamps must have said that they are off', () => {
  const zeros = {
    sent: [sent(1, 'out1', '0')],
    heard: [heard(3, 'verde', false), heard(4, 'giallo', false)],
  };
  expect(isConfirmed('spento', zeros)).toBe(false);
  const rest = [heard(5, 'arancio', false), heard(6, 'rosso', false)];
  expect(isConfirmed('spento', { ...zeros, heard: [...zeros.heard, ...rest] })).toBe(true);
});

test('a lantern confirms by its one lamp', () => {
  const log = { sent: [sent(1, 'out0', '1', lantern)], heard: [heard(3, 'acceso', true, lantern)] };
  expect(isConfirmed('acceso', log, lantern)).toBe(true);
});

test('what is said after the confirmation is too late', () => {
  const log = { sent: [sent(1, 'out4', '1')], heard: [heard(900, 'rosso', true)] };
  expect(isConfirmed('rosso', log, device, 1900)).toBe(true);
  expect(isConfirmed('rosso', log, device, 1020)).toBe(false);
});
