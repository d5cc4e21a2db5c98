import { expect, test } from 'vitest';
import { isConfirmedByReport } from './confirmed-by-report.ts';
import type { LinkLog, ReceivedReport, SentMessage } from './link-log.ts';
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
const received = (place: number, lamp: ReceivedReport['lamp'], on: boolean, of = device): ReceivedReport => ({
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
  log: Pick<LinkLog, 'sent' | 'received'>,
  of?: TownDevice,
  confirmedAt = 2000,
) => {
  const target = of ?? device;
  if (!target) throw new Error('the town has no such device');
  return isConfirmedByReport({ device: target, value, createdAt: 1000, confirmedAt }, log);
};

test('a lamp said to be lit after the acknowledgement confirms', () => {
  expect(isConfirmed('rosso', { sent: [sent(1, 'out4', '1')], received: [received(3, 'rosso', true)] })).toBe(
    true,
  );
});

test('what was said before the acknowledgement does not', () => {
  expect(isConfirmed('rosso', { sent: [sent(5, 'out4', '1')], received: [received(3, 'rosso', true)] })).toBe(
    false,
  );
  expect(isConfirmed('rosso', { sent: [], received: [received(3, 'rosso', true)] })).toBe(false);
});

test('while another lamp is lit by its last word it does not, and does from its zero on', () => {
  const log = {
    sent: [sent(2, 'out4', '1')],
    received: [received(1, 'verde', true), received(4, 'rosso', true)],
  };
  expect(isConfirmed('rosso', log)).toBe(false);
  expect(isConfirmed('rosso', { ...log, received: [...log.received, received(5, 'verde', false)] })).toBe(
    true,
  );
});

test('a word that a server did not acknowledge before it ended may be known or not', () => {
  const lost = received(1, 'verde', true);
  const answer = { ...received(4, 'rosso', true), connection: 2 };
  const log = { sent: [sent(2, 'out4', '1')], received: [lost, answer] };
  expect(isConfirmed('rosso', log)).toBe(true);
  expect(isConfirmed('rosso', { ...log, received: [{ ...lost, storedAt: 1002 }, answer] })).toBe(false);
  const dark = received(2, 'verde', false);
  expect(isConfirmed('rosso', { ...log, received: [{ ...lost, storedAt: 1002 }, dark, answer] })).toBe(true);
});

test('all lamps must have said that they are off', () => {
  const zeros = {
    sent: [sent(1, 'out1', '0')],
    received: [received(3, 'verde', false), received(4, 'giallo', false)],
  };
  expect(isConfirmed('spento', zeros)).toBe(false);
  const rest = [received(5, 'arancio', false), received(6, 'rosso', false)];
  expect(isConfirmed('spento', { ...zeros, received: [...zeros.received, ...rest] })).toBe(true);
});

test('a lantern confirms by its one lamp', () => {
  const log = { sent: [sent(1, 'out0', '1', lantern)], received: [received(3, 'acceso', true, lantern)] };
  expect(isConfirmed('acceso', log, lantern)).toBe(true);
});

test('what is said after the confirmation is too late', () => {
  const log = { sent: [sent(1, 'out4', '1')], received: [received(900, 'rosso', true)] };
  expect(isConfirmed('rosso', log, device, 1900)).toBe(true);
  expect(isConfirmed('rosso', log, device, 1020)).toBe(false);
});
