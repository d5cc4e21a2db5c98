import type { LampRecord } from '@semaforo/contract/api/devices';
import { isShownFresh, lampsOfType, shownBy } from '@semaforo/contract/domain/lamps';
import { lampsWith } from '@semaforo/testing/factories';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lampRecordsAfter, lampsOf, shownOf, THIS_SESSION } from './record-lamps.ts';

const TIMES = [null, '2026-11-20T02:00:00.000Z', '2026-11-20T02:00:01.000Z', '2026-11-21T01:00:00.000Z'];

const UNMEASURED = { witness: 'command', power: null, usual_power: null, fault: null } as const;

/** The lamps of a signal or a lantern as a server may send them. */
const lampRecords = fc.constantFrom('semaforo', 'lanterna').chain((type) =>
  fc.tuple(
    ...lampsOfType(type).map((color) =>
      fc
        .record({
          on: fc.constantFrom(true, false, null),
          said_at: fc.constantFrom(...TIMES),
          fresh: fc.boolean(),
        })
        .map(
          (updated): LampRecord =>
            updated.on === null
              ? { color, on: null, said_at: null, fresh: false, ...UNMEASURED }
              : { color, ...updated, ...UNMEASURED },
        ),
    ),
  ),
);

test('what a record shows, and whether it is fresh, is what the server’s rule says of its lamps', () => {
  fc.assert(
    fc.property(lampRecords, (records) => {
      const lamps = lampsOf({ lamps: records });
      expect(shownOf(records)).toEqual({
        shown: shownBy(lamps),
        fresh: isShownFresh(lamps, THIS_SESSION),
      });
    }),
  );
});

test('lamps are read from a record and written back as they were', () => {
  const records = lampsWith({
    verde: { on: true },
    giallo: { on: null, said_at: null, fresh: false },
    rosso: { said_at: null, fresh: false },
  });
  expect(lampRecordsAfter(records, lampsOf({ lamps: records }))).toEqual(records);
});

test('what was measured of a lamp holds until the lamp changes', () => {
  const measured = { on: true, witness: 'current', power: 21 } as const;
  const records = lampsWith({ verde: measured, rosso: measured });
  const off = { on: false, reportedAt: null, reportedIn: THIS_SESSION };
  const after = lampRecordsAfter(records, { ...lampsOf({ lamps: records }), rosso: off });
  expect(after.filter(({ color }) => color === 'verde' || color === 'rosso')).toMatchObject([
    { color: 'verde', witness: 'current', power: 21 },
    { color: 'rosso', witness: 'command', power: null },
  ]);
});
