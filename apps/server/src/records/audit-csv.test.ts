import { expect, test } from 'vitest';
import { leastTurnMs } from '../../test/longest-turn.ts';
import { writeAuditCsv } from './audit-csv.ts';

/** Just below what is shortened. */
const LONG = { value: '"'.repeat(9900) };

const entry = (id: number) => ({
  ...{ id, at: '2026-11-23T01:00:00.000Z', username: 'anna', address: '127.0.0.1' },
  ...{ action: 'settings.save', target: 'user:1', before: LONG, after: LONG, outcome: 'riuscita' as const },
  ...{ code: null, reason: null, times: 1, confirmed: null, total: null, seal: null },
});

const TURN_AT_MOST_MS = 100;

test('rows as long as may be do not keep the server from other work', async () => {
  let pieces: string[] = [];
  const write = async () => {
    pieces = [];
    const table = writeAuditCsv(({ limit, before = 121 }) =>
      Promise.resolve(
        Array.from({ length: Math.min(limit, before - 1) }, (_, index) => entry(before - 1 - index)),
      ),
    );
    for await (const piece of table) pieces.push(piece);
  };
  expect(await leastTurnMs(TURN_AT_MOST_MS, write)).toBeLessThan(TURN_AT_MOST_MS);
  expect(pieces.join('').split('\r\n')).toHaveLength(122);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_000_000);
});
