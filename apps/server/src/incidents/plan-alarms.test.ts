import { groupBy } from '@semaforo/contract/domain/group-by';
import { describe, expect, test } from 'vitest';
import { leastTurnMs } from '../../test/longest-turn.ts';
import { notifiedOfTogether, type OpenAlarm, planAlarms, type Raised } from './plan-alarms.ts';
import { createRaisedThings } from './raised-things.ts';

const MINUTE_MS = 60_000;
const AT = { now: 10 * MINUTE_MS, graceMs: 5 * MINUTE_MS };

const offline = (deviceId: number, ownerId = 1): Raised => ({
  ...{ kind: 'non in linea', ownerId, deviceId, name: `s${deviceId}`, detail: null },
});
const raised = (...things: Raised[]) => groupBy(things, notifiedOfTogether);
const alarm = (state: OpenAlarm['state'], holds: boolean, more: Partial<OpenAlarm> = {}): OpenAlarm => ({
  ...{ id: 1, kind: 'non in linea', ownerId: 1, state, stateAt: 0, heldUntil: null },
  devices: new Map([[1, { holds }]]),
  ...more,
});

describe('what a look changes', () => {
  test('a storm of a thousand devices of a Comune is one alarm; another Comune has its own', async () => {
    const storm = Array.from({ length: 1000 }, (_, index) => offline(index + 1));
    const { opened } = await planAlarms([], raised(...storm, offline(2000, 2)), AT);
    expect(opened.map(({ ownerId, devices }) => [ownerId, devices.length])).toEqual([
      [1, 1000],
      [2, 1],
    ]);
  });

  test('what is wrong already is not opened twice, and what follows joins it', async () => {
    expect(await planAlarms([alarm('aperto', true)], raised(offline(1)), AT)).toEqual({
      opened: [],
      changed: [],
    });
    const { opened, changed } = await planAlarms([alarm('aperto', true)], raised(offline(1), offline(2)), AT);
    expect(opened).toEqual([]);
    expect(changed.map(({ joined }) => joined.map(({ deviceId }) => deviceId))).toEqual([[2]]);
  });

  test('what follows when somebody has taken it in charge is an alarm of its own', async () => {
    const { opened, changed } = await planAlarms(
      [alarm('preso in carico', true)],
      raised(offline(1), offline(2)),
      AT,
    );
    expect(changed).toEqual([]);
    expect(opened.map(({ devices }) => devices.map(({ deviceId }) => deviceId))).toEqual([[2]]);
  });

  test('when the last device is well the alarm is resolved; when it comes back it is open again', async () => {
    expect((await planAlarms([alarm('aperto', true)], raised(), AT)).changed).toMatchObject([
      { state: 'risolto', left: [1] },
    ]);
    expect((await planAlarms([alarm('risolto', false)], raised(offline(1)), AT)).changed).toMatchObject([
      { state: 'aperto', joined: [{ deviceId: 1 }] },
    ]);
  });

  test('what a person said to be resolved has a while to show it', async () => {
    const reported = alarm('risolto', true, { stateAt: AT.now - MINUTE_MS });
    expect((await planAlarms([reported], raised(offline(1)), AT)).changed).toEqual([]);
    const later = { ...AT, now: AT.now + AT.graceMs };
    expect((await planAlarms([reported], raised(offline(1)), later)).changed).toMatchObject([
      { state: 'aperto' },
    ]);
  });

  test('a storm of 40,000 devices of 8,000 Comuni does not keep the server from other work', async () => {
    const devices = Array.from({ length: 40_000 }, (_, index) => offline(index + 1, (index % 8000) + 1));
    const open = Array.from({ length: 8000 }, (_, index) =>
      alarm('aperto', true, {
        id: index,
        ownerId: index + 1,
        devices: new Map([[index + 1, { holds: true }]]),
      }),
    );
    let joined = 0;
    const check = async () => {
      const things = createRaisedThings({ raiseAfterMs: 0, clearAfterMs: 0 });
      const plan = await planAlarms(open, await things.check(devices, { now: 1, frozen: () => false }), AT);
      joined = plan.changed.reduce((sum, change) => sum + change.joined.length, 0);
    };
    expect(await leastTurnMs(100, check)).toBeLessThan(100);
    expect(joined).toBe(32_000);
  });

  test('a device given to another Comune leaves the alarm of the former one', async () => {
    const { opened, changed } = await planAlarms([alarm('aperto', true)], raised(offline(1, 2)), AT);
    expect(changed).toMatchObject([{ state: 'risolto', left: [1] }]);
    expect(opened).toMatchObject([{ ownerId: 2 }]);
  });
});

describe('what is raised', () => {
  const WAITS = { raiseAfterMs: MINUTE_MS, clearAfterMs: 5 * MINUTE_MS };
  const known = { frozen: () => false };

  test('while the broker is away nothing is raised and nothing ends', async () => {
    const things = createRaisedThings(WAITS);
    await things.check([offline(1)], { now: 0, ...known });
    expect((await things.check([offline(1)], { now: MINUTE_MS, ...known })).size).toBe(1);
    expect((await things.check([], { now: 60 * MINUTE_MS, frozen: () => true })).size).toBe(1);
    expect((await things.check([], { now: 60 * MINUTE_MS + 1, ...known })).size).toBe(1);
    expect((await things.check([], { now: 66 * MINUTE_MS, ...known })).size).toBe(0);
  });

  test('after a restart it goes on with what was stored', async () => {
    const things = createRaisedThings(WAITS);
    things.begin([offline(1)]);
    expect([...(await things.check([], { now: 0, ...known })).values()]).toEqual([[offline(1)]]);
  });
});
