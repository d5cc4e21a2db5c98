import { device } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { longestTurnMs } from '../../test/longest-turn.ts';
import { createDeviceRows, type DeviceRows } from './device-rows.ts';
import type { KnownDevice } from './known-device.ts';

const DEVICES = 1000;
const MANY = 40_000;
/** docs/rules.md#no-input-blocks */
const TURN_AT_MOST_MS = 100;

const signal = (id: number) => device({ id, topic: `/3/val/s${id}`, ownerId: id % 10 });

/** The rows of devices with a word each; `written` counts how often each was written. */
function createStage(count = DEVICES) {
  const stage = {
    all: Array.from({ length: count }, (_, index) => signal(index + 1)),
    words: new Map<number, string>(),
    written: 0,
    report: (id: number, report: string) => {
      stage.words.set(id, report);
      rows.changed(id);
    },
    read: async (devices: readonly KnownDevice[]) => {
      const read = await rows.read(devices);
      const text = () => Buffer.concat(read.pieces).toString();
      return { ...read, text, list: () => JSON.parse(`[${text()}]`) as { id: number; word: string }[] };
    },
    reportsOf: async (devices?: readonly KnownDevice[]): Promise<string[]> => {
      const { list, release } = await stage.read(devices ?? stage.all);
      const reports = list().map(({ word }) => word);
      release();
      return reports;
    },
  };
  const rows: DeviceRows = createDeviceRows({
    listAll: () => stage.all,
    write: ({ id }) => {
      stage.written += 1;
      return JSON.stringify({ id, word: stage.words.get(id) ?? '' });
    },
  });
  return stage;
}

test('a row is written once, and again only when its device changed', async () => {
  const stage = createStage();
  await stage.reportsOf();
  await stage.reportsOf();
  expect(stage.written).toBe(DEVICES);
  stage.report(500, 'verde');
  expect((await stage.reportsOf())[499]).toBe('verde');
  expect(stage.written).toBe(DEVICES + 1);
});

test('owners share what was written for all, and a change of another device leaves their version', async () => {
  const stage = createStage();
  const own = stage.all.filter(({ ownerId }) => ownerId === 3);
  await stage.reportsOf();
  const before = await stage.read(own);
  expect(before.list().map(({ id }) => id)).toEqual(own.map(({ id }) => id));
  expect(stage.written).toBe(DEVICES);
  stage.report(4, 'rosso');
  await stage.reportsOf();
  expect((await stage.read(own)).version).toBe(before.version);
  stage.report(13, 'rosso');
  expect((await stage.read(own)).version).toBeGreaterThan(before.version);
});

test('an answer that is being sent keeps what it began with, whatever the devices say meanwhile', async () => {
  const stage = createStage(300);
  const sent = await stage.read(stage.all);
  const text = sent.text();
  stage.report(7, 'giallo');
  expect((await stage.reportsOf())[6]).toBe('giallo');
  expect(sent.text()).toBe(text);
  sent.release();
  stage.report(7, 'rosso');
  expect((await stage.reportsOf())[6]).toBe('rosso');
});

test('words of any length take the place of others', async () => {
  const stage = createStage(300);
  for (const report of ['x', 'x'.repeat(5000), '', 'è'.repeat(9), 'x'.repeat(40)]) {
    for (const id of [1, 128, 129, 300]) stage.report(id, report);
    const reports = await stage.reportsOf();
    expect([reports[0], reports[1], reports[127], reports[128], reports[299]]).toEqual([
      report,
      '',
      report,
      report,
      report,
    ]);
  }
});

test('when the list changes only devices that are others are written again', async () => {
  const stage = createStage();
  await stage.reportsOf();
  stage.report(3, 'rosso');
  const renamed = { ...signal(10), name: 'Altro' };
  stage.all = [renamed, ...stage.all.filter(({ id }) => id !== 10 && id !== 20), signal(DEVICES + 1)];
  stage.written = 0;
  const { list } = await stage.read(stage.all);
  expect(list().map(({ id }) => id)).toEqual(stage.all.map(({ id }) => id));
  expect(list()[3]).toEqual({ id: 3, word: 'rosso' });
  expect(stage.written).toBe(3);
});

test('no devices are an empty list', async () => {
  expect(await createStage(0).reportsOf()).toEqual([]);
  expect(await createStage().reportsOf([])).toEqual([]);
});

test('writing the rows of a large province gives way, and a change among many costs no more than among few', async () => {
  const stage = createStage(MANY);
  expect(await longestTurnMs(() => stage.read(stage.all).then(({ release }) => release()))).toBeLessThan(
    TURN_AT_MOST_MS,
  );
  stage.written = 0;
  for (let id = 1; id <= MANY; id += MANY / 100) stage.report(id, 'rosso');
  await stage.reportsOf();
  expect(stage.written).toBe(100);
});
