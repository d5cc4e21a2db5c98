import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testEngines } from '../../../test/test-database.ts';
import { createTestLogger } from '../../../test/test-logger.ts';
import type { OpenDatabase } from '../../database/engine.ts';
import { createLease } from '../../database/lease.ts';
import { createAnnouncer } from './announcer.ts';
import { createDocumentsRepository } from './documents.repository.ts';
import type { Document, WatchedDevice } from './documents.ts';
import { createDocumentPublisher } from './publish-documents.ts';

const device = (id: number): WatchedDevice => ({
  ...{ id, topic: `/3/val/s${id}`, name: null, type: 'semaforo', profile: 'outN' },
});
const always = () => true;

describe.each(testEngines())('what a home automation is told, on %s', (engine) => {
  let database: OpenDatabase;
  let devices: WatchedDevice[];
  let received: string[];
  let takes: (document: Document) => boolean;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    devices = [device(1), device(2)];
    received = [];
    takes = () => true;
  });
  afterEach(() => database.close());

  /** As one start of a server would make it. */
  const start = (prefix: string | undefined = 'ha') =>
    createDocumentPublisher({
      ...{ prefix, version: '1', listDevices: () => devices },
      repository: createDocumentsRepository(database.db),
      deliver: (document) => {
        if (!takes(document)) return Promise.resolve(false);
        const id = /_(\d+)\/config$/.exec(document.topic)?.[1];
        received.push(`${document.topic.split('/')[0]} ${id} ${document.payload === '' ? 'gone' : 'told'}`);
        return Promise.resolve(true);
      },
    });
  const receivedSince = () => received.splice(0);

  test('is told once, and then only what changed', async () => {
    const documents = start();
    expect(await documents.run(always)).toBe('done');
    expect(receivedSince()).toEqual(['ha 1 told', 'ha 2 told']);
    await documents.run(always);
    expect(receivedSince()).toEqual([]);

    devices = [{ ...device(1), name: 'Ponte' }, device(2), device(3)];
    await documents.run(always);
    expect(receivedSince()).toEqual(['ha 1 told', 'ha 3 told']);
    devices = [device(3)];
    await documents.run(always);
    expect(receivedSince()).toEqual(['ha 1 gone', 'ha 2 gone']);
    documents.linkMade();
    await documents.run(always);
    expect(receivedSince()).toEqual(['ha 3 told']);
  });

  test.each([{ type: 'lanterna' }, { profile: 'tasmota' }, { topic: '/3/val/altro' }] as const)(
    'is taken back first when the device is another one: %o',
    async (change) => {
      const documents = start();
      await documents.run(always);
      receivedSince();
      devices = [{ ...device(1), ...change }, device(2)];
      await documents.run(always);
      expect(receivedSince()).toEqual(['ha 1 gone', 'ha 1 told']);
    },
  );

  test('is taken back at a start that has it turned off or another prefix, also after a crash', async () => {
    // The broker takes the first only, and the server ends.
    takes = ({ topic }) => topic.includes('_1/');
    expect(await start().run(always)).toBe('refused');
    takes = () => true;
    receivedSince();
    await start('casa').run(always);
    expect(receivedSince()).toEqual(['ha 1 gone', 'ha 2 gone', 'casa 1 told', 'casa 2 told']);

    const off = createDocumentPublisher({
      ...{ prefix: undefined, version: '1', listDevices: () => devices },
      repository: createDocumentsRepository(database.db),
      deliver: ({ topic, payload }) =>
        Promise.resolve(received.push(`${topic.split('/')[0]} ${payload}`) > 0),
    });
    expect(await off.run(always)).toBe('done');
    expect(receivedSince()).toEqual(['casa ', 'casa ']);
    expect(await createDocumentsRepository(database.db).list()).toEqual(new Map());
  });

  test('goes on where a run was ended, and where the broker refused', async () => {
    const documents = start();
    expect(await documents.run(() => received.length < 1)).toBe('more');
    takes = () => false;
    expect(await documents.run(always)).toBe('refused');
    takes = () => true;
    expect(await documents.run(always)).toBe('done');
    expect(receivedSince()).toEqual(['ha 1 told', 'ha 2 told']);
  });

  test('is told by one server of two, and by the other when that ends', async () => {
    const log = createTestLogger();
    const announcer = (holder: string) =>
      createAnnouncer({
        documents: start(),
        isLinked: always,
        lease: createLease(database.db, 'home-assistant', holder),
        clock: { now: () => Date.now() },
        logger: log,
      });
    const [one, other] = [announcer('one'), announcer('other')];
    one.start();
    await until('all is told', () => received.length === 2);
    other.start();
    other.changed();
    devices = [...devices, device(3)];
    one.changed();
    await until('the news is told', () => received.length === 3);
    await one.stop();
    other.changed();
    await until('the other tells all', () => received.length === 6);
    await other.stop();
    expect(log.entries).toEqual([]);
  });
});
