import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createErrorDigester, type ErrorDigest } from './error-digest.ts';

const S = 1000;
const MIN = 60 * S;

type Change = { at: number; id: number; inError: boolean };

/** The digests that these changes lead to, and when each is taken. */
function play(changes: readonly Change[], until: number): (ErrorDigest & { at: number })[] {
  const digester = createErrorDigester();
  const digests: (ErrorDigest & { at: number })[] = [];
  const takeUpTo = (instant: number) => {
    for (let due = digester.dueAt(); due !== undefined && due <= instant; due = digester.dueAt()) {
      const digest = digester.take(due);
      if (digest) digests.push({ ...digest, at: due });
    }
  };
  for (const { at, id, inError } of changes) {
    takeUpTo(at);
    digester.note(id, inError, at);
  }
  takeUpTo(until);
  return digests;
}

describe('the digest of errors', () => {
  test('gathers failures within a few seconds into one digest, and recoveries into another', () => {
    const changes = [1, 2, 3].map((id) => ({ at: id * S, id, inError: true }));
    const back = [1, 2, 3].map((id) => ({ at: 5 * MIN + id * S, id, inError: false }));
    expect(play([...changes, ...back], 10 * MIN)).toEqual([
      { at: 16 * S, failed: [1, 2, 3], recovered: [], unstable: [] },
      { at: 5 * MIN + 16 * S, failed: [], recovered: [1, 2, 3], unstable: [] },
    ]);
  });

  test('leaves out a device that recovered before its error was notified', () => {
    const blip = [
      { at: 0, id: 1, inError: true },
      { at: 5 * S, id: 1, inError: false },
    ];
    expect(play(blip, 20 * MIN)).toEqual([]);
  });

  test('takes the errors known at the start as notified', () => {
    const digester = createErrorDigester();
    digester.known(1, true);
    expect(digester.note(1, true, 0)).toBe(false);
    expect(digester.dueAt()).toBeUndefined();
  });

  test('makes at most seven digests of a thousand errors, at any speed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 }), (everyMs) => {
        const storm = Array.from({ length: 1000 }, (_, id) => ({ at: id * everyMs, id, inError: true }));
        const digests = play(storm, 60 * MIN);
        expect(digests.flatMap(({ failed }) => failed)).toHaveLength(1000);
        expect(digests.length).toBeLessThanOrEqual(7);
      }),
      { numRuns: 50 },
    );
  });

  test('names a flapping device as unstable once, and again only after ten calm minutes', () => {
    const flapping = Array.from({ length: 61 }, (_, index) => ({
      at: index * 20 * S,
      id: 1,
      inError: index % 2 === 0,
    }));
    const digests = play(flapping, 60 * MIN);
    expect(digests.map(({ at: _at, ...lists }) => lists)).toEqual([
      { failed: [1], recovered: [], unstable: [] },
      { failed: [], recovered: [1], unstable: [] },
      { failed: [], recovered: [], unstable: [1] },
      { failed: [1], recovered: [], unstable: [] },
    ]);
    expect(digests.at(-1)?.at).toBe(60 * 20 * S + 10 * MIN);
  });

  test('does not delay other devices because of an unstable one', () => {
    const flapping = [0, 10, 20, 30, 40].map((at, index) => ({
      at: at * S,
      id: 1,
      inError: index % 2 === 0,
    }));
    const digests = play([...flapping, { at: 2 * MIN, id: 2, inError: true }], 3 * MIN);
    expect(digests.at(-1)).toEqual({ at: 2 * MIN + 15 * S, failed: [2], recovered: [], unstable: [] });
  });

  test('has notified the true state of each device when all is calm', () => {
    const change = fc.record({
      after: fc.integer({ min: 0, max: 3 * MIN }),
      id: fc.integer({ min: 1, max: 4 }),
      inError: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (steps) => {
        let at = 0;
        const changes = steps.map(({ after, id, inError }) => {
          at += after;
          return { at, id, inError };
        });
        const last = new Map(changes.map(({ id, inError }) => [id, inError]));
        const believed = new Map<number, boolean>();
        for (const { failed, recovered } of play(changes, at + 60 * MIN)) {
          for (const id of failed) believed.set(id, true);
          for (const id of recovered) believed.set(id, false);
        }
        for (const [id, inError] of last) expect(believed.get(id) ?? false).toBe(inError);
      }),
    );
  });
});
