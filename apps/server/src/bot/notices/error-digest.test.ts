import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createErrorDigester, type ErrorDigest } from './error-digest.ts';

const S = 1000;
const MIN = 60 * S;

type Change = { at: number; id: number; inError: boolean };

/** What is told, and when, of changes that come in this order. */
function play(changes: readonly Change[], until: number): (ErrorDigest & { at: number })[] {
  const digester = createErrorDigester();
  const told: (ErrorDigest & { at: number })[] = [];
  const takeUpTo = (instant: number) => {
    for (let due = digester.dueAt(); due !== undefined && due <= instant; due = digester.dueAt()) {
      const digest = digester.take(due);
      if (digest) told.push({ ...digest, at: due });
    }
  };
  for (const { at, id, inError } of changes) {
    takeUpTo(at);
    digester.note(id, inError, at);
  }
  takeUpTo(until);
  return told;
}

describe('the digest of errors', () => {
  test('gathers what fails within a few seconds into one message, and what comes back into another', () => {
    const changes = [1, 2, 3].map((id) => ({ at: id * S, id, inError: true }));
    const back = [1, 2, 3].map((id) => ({ at: 5 * MIN + id * S, id, inError: false }));
    expect(play([...changes, ...back], 10 * MIN)).toEqual([
      { at: 16 * S, failed: [1, 2, 3], recovered: [], unstable: [] },
      { at: 5 * MIN + 16 * S, failed: [], recovered: [1, 2, 3], unstable: [] },
    ]);
  });

  test('says nothing of a device that came back before it was told', () => {
    const blip = [
      { at: 0, id: 1, inError: true },
      { at: 5 * S, id: 1, inError: false },
    ];
    expect(play(blip, 20 * MIN)).toEqual([]);
  });

  test('takes what was known at the start as told', () => {
    const digester = createErrorDigester();
    digester.known(1, true);
    expect(digester.note(1, true, 0)).toBe(false);
    expect(digester.dueAt()).toBeUndefined();
  });

  test('makes a handful of messages of a storm, however fast or slow it comes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 }), (everyMs) => {
        const storm = Array.from({ length: 1000 }, (_, id) => ({ at: id * everyMs, id, inError: true }));
        const told = play(storm, 60 * MIN);
        expect(told.flatMap(({ failed }) => failed)).toHaveLength(1000);
        expect(told.length).toBeLessThanOrEqual(7);
      }),
      { numRuns: 50 },
    );
  });

  test('calls a device that flaps unstable once, and tells it again only after ten calm minutes', () => {
    const flapping = Array.from({ length: 61 }, (_, index) => ({
      at: index * 20 * S,
      id: 1,
      inError: index % 2 === 0,
    }));
    const told = play(flapping, 60 * MIN);
    expect(told.map(({ at: _at, ...lists }) => lists)).toEqual([
      { failed: [1], recovered: [], unstable: [] },
      { failed: [], recovered: [1], unstable: [] },
      { failed: [], recovered: [], unstable: [1] },
      { failed: [1], recovered: [], unstable: [] },
    ]);
    expect(told.at(-1)?.at).toBe(60 * 20 * S + 10 * MIN);
  });

  test('an unstable device holds no other back', () => {
    const flapping = [0, 10, 20, 30, 40].map((at, index) => ({
      at: at * S,
      id: 1,
      inError: index % 2 === 0,
    }));
    const told = play([...flapping, { at: 2 * MIN, id: 2, inError: true }], 3 * MIN);
    expect(told.at(-1)).toEqual({ at: 2 * MIN + 15 * S, failed: [2], recovered: [], unstable: [] });
  });

  test('once all is calm has told of each device what it is', () => {
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
