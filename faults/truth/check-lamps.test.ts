import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { LampColor } from '@semaforo/contract/domain/lamps';
import { deviceRecord } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { checkAnyTime, checkCalmLamps } from './check-lamps.ts';
import type { TruthDevice } from './device-body.ts';
import { createJournal } from './journal.ts';
import { createLinkLog, type LinkLog } from './link-log.ts';
import { steadyPlan } from './steady-plan.ts';
import { TOWN } from './town.ts';
import { createTruthDevice } from './truth-device.ts';
import type { Invariant, ReportViolation } from './violation.ts';

const KEY = '/3/alba/s1';
const NOW = 100_000;

function deviceThatReported(
  ...reports: { lamp: LampColor; on: boolean; at: number; isAcked?: boolean }[]
): TruthDevice {
  const device = TOWN.find(({ key }) => key === KEY);
  const trait = steadyPlan().traits.get(KEY);
  if (!device || !trait) throw new Error('the town has no such device');
  const journal = createJournal(() => NOW);
  const made = createTruthDevice({
    device,
    trait,
    isGood: true,
    shows: 'verde',
    port: 0,
    login: undefined,
    journal,
  });
  for (const { lamp, on, at, isAcked = true } of reports) {
    const report = made.reports(lamp).reported(on, at);
    if (isAcked) report.ackedAt = at + 1;
  }
  return made;
}

function record(...lamps: DeviceStatusRecord['lamps']): DeviceStatusRecord {
  return deviceRecord({
    topic: KEY,
    status: null,
    lamps,
    updated_at: null,
    stale: true,
    condition: 'never-heard',
  });
}

const lamp = (color: LampColor, on: boolean | null, fresh = false) => ({
  ...{ color, on, said_at: null, fresh },
  ...({ witness: 'command', power: null, usual_power: null, fault: null } as const),
});

function blamed(check: (reportViolation: ReportViolation) => void): Invariant[] {
  const invariants: Invariant[] = [];
  check((invariant) => invariants.push(invariant));
  return invariants;
}

const atAnyTime = (device: TruthDevice, ...records: DeviceStatusRecord[]) =>
  blamed((reportViolation) =>
    checkAnyTime(
      { records, devices: new Map([[KEY, device]]), now: NOW, isLinkDead: false },
      reportViolation,
    ),
  );

/** All lamps that are shown as fresh were heard live. */
const linkLogOf = ({ lamps }: DeviceStatusRecord): LinkLog => ({
  ...createLinkLog(() => NOW, { stored: () => undefined, joined: () => undefined }),
  isReportedLive: (connection, _, color) =>
    connection === 0 && lamps.some((shown) => shown.color === color && shown.fresh),
});

const whenCalm = (
  device: TruthDevice,
  shown: DeviceStatusRecord,
  stored: Partial<Record<LampColor, boolean>>,
) =>
  blamed((reportViolation) =>
    checkCalmLamps(
      {
        records: [shown],
        devices: new Map([[KEY, device]]),
        stored: new Map([[KEY, stored]]),
        linkLog: linkLogOf(shown),
      },
      reportViolation,
    ),
  );

test('a lamp that is shown lit and never said so is blamed', () => {
  expect(
    atAnyTime(deviceThatReported({ lamp: 'rosso', on: false, at: 1 }), record(lamp('rosso', true))),
  ).toEqual(['lit-unsaid']);
  expect(
    atAnyTime(deviceThatReported({ lamp: 'rosso', on: true, at: 1 }), record(lamp('rosso', true))),
  ).toEqual([]);
});

test('a fresh lamp may be an older word only as long as a dead link may be unknown', () => {
  const device = deviceThatReported(
    { lamp: 'rosso', on: true, at: 1 },
    { lamp: 'rosso', on: false, at: NOW - 3000 },
  );
  expect(atAnyTime(device, record(lamp('rosso', true, true)))).toEqual([]);
  const silent = deviceThatReported(
    { lamp: 'rosso', on: true, at: 1 },
    { lamp: 'rosso', on: false, at: NOW - 20_000 },
  );
  expect(atAnyTime(silent, record(lamp('rosso', true, true)))).toEqual(['fresh-wrong']);
  expect(atAnyTime(silent, record(lamp('rosso', true, false)))).toEqual([]);
});

test('once all is calm what is shown is the last word, and it is stored so', () => {
  const device = deviceThatReported({ lamp: 'rosso', on: true, at: 1 }, { lamp: 'rosso', on: false, at: 2 });
  expect(whenCalm(device, record(lamp('rosso', false)), { rosso: false })).toEqual([]);
  expect(whenCalm(device, record(lamp('rosso', true)), { rosso: true })).toEqual(['shown-wrong']);
  expect(whenCalm(device, record(lamp('rosso', true, true)), { rosso: true })).toEqual(['fresh-wrong']);
  expect(whenCalm(device, record(lamp('rosso', false)), { rosso: true })).toEqual(['stored-wrong']);
});

test('a word without acknowledgement may be shown or not', () => {
  const device = deviceThatReported(
    { lamp: 'rosso', on: true, at: 1 },
    { lamp: 'rosso', on: false, at: 2, isAcked: false },
  );
  expect(whenCalm(device, record(lamp('rosso', false)), { rosso: false })).toEqual([]);
  expect(whenCalm(device, record(lamp('rosso', true)), { rosso: true })).toEqual([]);
  expect(whenCalm(device, record(lamp('rosso', null)), {})).toEqual(['shown-wrong']);
});

test('two lamps that say they are lit are an error by their names', () => {
  const device = deviceThatReported({ lamp: 'verde', on: true, at: 1 }, { lamp: 'rosso', on: true, at: 2 });
  const both = record(lamp('verde', true), lamp('rosso', true));
  const stored = { verde: true, rosso: true };
  expect(whenCalm(device, both, stored)).toEqual(['two-lit']);
  const named = { ...both, error: true, error_reason: 'Più lampade accese: verde e rosso' };
  expect(whenCalm(device, named, stored)).toEqual([]);
  expect(whenCalm(device, { ...named, error_reason: 'Più lampade accese: verde e giallo' }, stored)).toEqual([
    'two-lit',
  ]);
});

test('only what was said since the link was made is fresh', () => {
  const device = deviceThatReported({ lamp: 'rosso', on: true, at: 1 });
  const linkLog = linkLogOf(record(lamp('rosso', true, true)));
  const check = (fresh: boolean, newest: number) =>
    blamed((reportViolation) =>
      checkCalmLamps(
        {
          records: [record(lamp('rosso', true, fresh))],
          devices: new Map([[KEY, device]]),
          stored: new Map([[KEY, { rosso: true }]]),
          linkLog: { ...linkLog, newestConnection: () => newest },
        },
        reportViolation,
      ),
    );
  expect(check(true, 0)).toEqual([]);
  expect(check(true, 1)).toEqual(['fresh-wrong']);
  expect(check(false, 0)).toEqual(['fresh-wrong']);
});
