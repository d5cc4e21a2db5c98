import { user } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { createTestLogger } from '../../test/test-logger.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createProposeAlerts } from './propose-alerts.ts';

const logger = createTestLogger();

/** The days whose levels are read at an instant. */
async function daysReadAt(instant: string): Promise<string[]> {
  const days: string[] = [];
  const refuse = () => Promise.reject(new Error('no bulletin speaks of these days'));
  const propose = createProposeAlerts({
    repository: { listOfDay: () => Promise.resolve([]), create: refuse, decide: refuse, setBulletin: refuse },
    listComuni: () =>
      Promise.resolve([{ owner: user({ username: 'anna' }), zones: new Set(['Vald-B']), policy: 'propone' }]),
    secondPerson: { isNeeded: refuse },
    levelsOf: (date) => {
      days.push(date);
      return Promise.resolve({ date, bulletin: null, zones: [] });
    },
    events: createEventChannel({ name: 'alert-events', logger }),
    notify: () => undefined,
    clock: { now: () => Date.parse(instant) },
  });
  await propose();
  return days;
}

test.each([
  { when: 'on a day of 25 hours', instant: '2026-10-25T00:30+02:00', days: ['2026-10-25', '2026-10-26'] },
  { when: 'before a day of 23 hours', instant: '2027-03-27T23:30+01:00', days: ['2027-03-27', '2027-03-28'] },
])('the bulletins of today and tomorrow are read $when', async ({ instant, days }) => {
  expect(await daysReadAt(instant)).toEqual(days);
});
