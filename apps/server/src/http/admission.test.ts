import { describe, expect, test } from 'vitest';
import type { Actor } from '../platform/actor.ts';
import { type AdmissionLimits, type Caller, createAdmission } from './admission.ts';

const LIMITS: AdmissionLimits = {
  requests: 6,
  requestsPerUser: 4,
  commands: 3,
  commandsPerUser: 2,
  strangers: 5,
  strangersPerNetwork: 2,
  arrivingPerUser: 2,
  arrivingPerNetwork: 3,
};
const mario: Actor = { id: 1, username: 'mario', role: 'user' };
const vera: Actor = { id: 2, username: 'vera', role: 'user' };
const by = (actor: Actor | undefined, more: Partial<Caller> = {}): Caller => ({
  ...{ actor, address: '192.0.2.7', isCommand: false },
  ...more,
});
const said = (place: (() => void) | string) => (typeof place === 'string' ? place : 'in');

describe('the admission of requests', () => {
  test('a user who fills their share leaves room for another, and all users leave room for commands', () => {
    const { enters } = createAdmission(LIMITS);
    const marios = Array.from({ length: 5 }, () => said(enters(by(mario))));
    expect(marios).toEqual(['in', 'in', 'in', 'in', 'too-many']);
    expect(Array.from({ length: 3 }, () => said(enters(by(vera))))).toEqual(['in', 'in', 'full']);
    const command = { isCommand: true };
    expect(Array.from({ length: 3 }, () => said(enters(by(mario, command))))).toEqual([
      'in',
      'in',
      'too-many',
    ]);
    expect(said(enters(by(vera, command)))).toBe('in');
    expect(said(enters(by(undefined)))).toBe('in');
  });

  test('strangers have a small pool, and those of one network a part of it; a wider network has more', () => {
    const { enters } = createAdmission(LIMITS);
    const from = (address: string) => said(enters(by(undefined, { address })));
    expect([from('192.0.2.7'), from('192.0.2.7'), from('192.0.2.7')]).toEqual(['in', 'in', 'too-many']);
    expect([from('192.0.2.8'), from('192.0.2.8'), from('192.0.2.9')]).toEqual(['in', 'in', 'too-many']);
    expect([from('2001:db8::1'), from('198.51.100.1')]).toEqual(['in', 'full']);
    expect(said(enters(by(vera)))).toBe('in');
  });

  test('what is over makes room, once', () => {
    const { enters } = createAdmission(LIMITS);
    const [first, second] = [enters(by(undefined)), enters(by(undefined))];
    expect(said(enters(by(undefined)))).toBe('too-many');
    for (const end of [first, first]) if (typeof end === 'function') end();
    expect([said(enters(by(undefined))), said(enters(by(undefined))), said(second)]).toEqual([
      'in',
      'too-many',
      'in',
    ]);
  });

  test('bodies on their way count for the network of a stranger and for the user, and take up no other room', () => {
    const { arrives, enters } = createAdmission(LIMITS);
    const strangers = Array.from({ length: 4 }, () => said(arrives(by(undefined))));
    expect(strangers).toEqual(['in', 'in', 'in', 'too-many']);
    expect(Array.from({ length: 3 }, () => said(arrives(by(mario))))).toEqual(['in', 'in', 'too-many']);
    expect([said(arrives(by(vera))), said(enters(by(undefined)))]).toEqual(['in', 'in']);
  });
});
