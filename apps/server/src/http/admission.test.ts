import { user } from '@semaforo/testing/factories';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../platform/actor.ts';
import { type AdmissionLimits, type Caller, createAdmission } from './admission.ts';

const LIMITS: AdmissionLimits = {
  requests: 6,
  requestsPerUser: 4,
  commands: 3,
  commandsPerUser: 2,
  unauthenticated: 5,
  unauthenticatedPerNetwork: 2,
  unauthenticatedWaiting: 2,
  unauthenticatedWaitMs: 0,
  arrivingPerUser: 2,
  arrivingPerNetwork: 3,
};
const mario = user({ username: 'mario' });
const vera = user({ id: 2, username: 'vera' });
const by = (actor: Actor | undefined, more: Partial<Caller> = {}): Caller => ({
  ...{ actor, address: '192.0.2.7', isCommand: false },
  ...more,
});
const outcomeOf = (place: (() => void) | string) => (typeof place === 'string' ? place : 'in');
type Enters = ReturnType<typeof createAdmission>['enters'];

/** What each of these is told, one after the other. */
async function answersTo(enters: Enters, callers: readonly Caller[]): Promise<string[]> {
  const answers: string[] = [];
  for (const caller of callers) answers.push(outcomeOf(await enters(caller)));
  return answers;
}

describe('the admission of requests', () => {
  test('a user who fills their share leaves room for another, and all users leave room for commands', async () => {
    const { enters } = createAdmission(LIMITS);
    const times = (count: number, caller: Caller) => answersTo(enters, Array<Caller>(count).fill(caller));
    expect(await times(5, by(mario))).toEqual(['in', 'in', 'in', 'in', 'too-many']);
    expect(await times(3, by(vera))).toEqual(['in', 'in', 'full']);
    const command = { isCommand: true };
    expect(await times(3, by(mario, command))).toEqual(['in', 'in', 'too-many']);
    expect(await times(1, by(vera, command))).toEqual(['in']);
    expect(await times(1, by(undefined))).toEqual(['in']);
  });

  test('callers that are not logged in have a small pool, and those of one network a part of it; a wider network has more', async () => {
    const { enters } = createAdmission(LIMITS);
    const from = (...addresses: string[]) =>
      answersTo(
        enters,
        addresses.map((address) => by(undefined, { address })),
      );
    expect(await from('192.0.2.7', '192.0.2.7', '192.0.2.7')).toEqual(['in', 'in', 'too-many']);
    expect(await from('192.0.2.8', '192.0.2.8', '192.0.2.9')).toEqual(['in', 'in', 'too-many']);
    expect(await from('2001:db8::1', '198.51.100.1')).toEqual(['in', 'full']);
    expect(outcomeOf(await enters(by(vera)))).toBe('in');
  });

  test('what is over makes room, once', async () => {
    const { enters } = createAdmission(LIMITS);
    const [first, second] = [await enters(by(undefined)), await enters(by(undefined))];
    expect(outcomeOf(await enters(by(undefined)))).toBe('too-many');
    for (const end of [first, first]) if (typeof end === 'function') end();
    expect(await answersTo(enters, [by(undefined), by(undefined)])).toEqual(['in', 'too-many']);
    expect(outcomeOf(second)).toBe('in');
  });

  test('who is not logged in waits for the share of the network, one after the other, and not too many do', async () => {
    const { enters } = createAdmission({ ...LIMITS, unauthenticatedWaitMs: 60_000 });
    const first = await enters(by(undefined));
    await enters(by(undefined));
    const waiting = [enters(by(undefined)), enters(by(undefined))];
    expect(outcomeOf(await enters(by(undefined)))).toBe('too-many');
    if (typeof first === 'function') first();
    const third = await waiting[0];
    if (typeof third === 'function') third();
    expect(outcomeOf((await waiting[1]) ?? 'none')).toBe('in');
  });

  test('bodies on their way count for the user or for the network, and take up no other room', async () => {
    const { arrives, enters } = createAdmission(LIMITS);
    const notLoggedIn = Array.from({ length: 4 }, () => outcomeOf(arrives(by(undefined))));
    expect(notLoggedIn).toEqual(['in', 'in', 'in', 'too-many']);
    expect(Array.from({ length: 3 }, () => outcomeOf(arrives(by(mario))))).toEqual(['in', 'in', 'too-many']);
    expect([outcomeOf(arrives(by(vera))), outcomeOf(await enters(by(undefined)))]).toEqual(['in', 'in']);
  });
});
