import { isBulletinStale } from '@semaforo/contract/domain/bulletin-rules';
import type { Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import { createLease } from '../database/lease.ts';
import type { Database } from '../database/schema.ts';
import type { LiveFeed } from '../live/live-feed.port.ts';
import type { Notify } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import type { RetryBounds } from '../platform/retry-delay.ts';
import { readBuiltInZones } from './built-in-zones.ts';
import { createBulletinHandlers } from './bulletin.routes.ts';
import { createBulletinsRepository } from './bulletins.repository.ts';
import type { DocumentSource } from './document-source.port.ts';
import { createZoneImport } from './import-zones.ts';
import { type BulletinEvent, createKeepBulletin } from './keep-bulletin.ts';
import { createLevelsOf } from './levels-of-day.ts';
import { createNetworkDocuments } from './network-documents.adapter.ts';
import { createPlacesRepository } from './places.repository.ts';
import { createBulletinPolling } from './poll-bulletins.ts';
import { createReadSource } from './read-source.ts';
import { createReaderStateRepository } from './reader-state.repository.ts';
import { createAnswerZoneShapes } from './shapes/answer-zone-shapes.ts';
import { createKeepShapes } from './shapes/keep-shapes.ts';
import { createZoneShapesRepository } from './shapes/zone-shapes.repository.ts';
import { createZoneHandlers } from './zone.routes.ts';
import { createZonesRepository } from './zones.repository.ts';

/** Where bulletins are read; `url` undefined: nowhere. */
type BulletinSettings = {
  url: string | undefined;
  fileTemplate: string | undefined;
  everyMs: number;
  /** Of what the network brings. */
  keptBytes: number;
};

/** How long the reader waits; tests wait less. */
export type BulletinTiming = { everyMs: number; retry: RetryBounds; withinMs: number };

/**
 * The bulletins of criticality, received, read and kept in all their versions (docs/rules.md#bulletins), and the
 * warning zones that they are for, with the Comuni that lie in them (docs/rules.md#warning-zones).
 */
export function createBulletinsModule(deps: {
  db: Kysely<Database>;
  serverId: string;
  settings: BulletinSettings;
  timing: BulletinTiming | undefined;
  /** In place of HTTP. */
  documents?: DocumentSource | undefined;
  /** False in tests that need no zones, or bring their own. */
  fillsZones?: boolean | undefined;
  feed: LiveFeed;
  notify: Notify;
  counters: Pick<Counters, 'registry'>;
  clock: Clock;
  logger: Logger;
}) {
  const { db, settings, timing, clock, logger, fillsZones = true } = deps;
  const repository = createBulletinsRepository(db, clock);
  const zones = createZonesRepository(db);
  const zonesOfDay = zones.ofDay;
  const zoneImport = createZoneImport({ repository: zones, readBuiltIn: readBuiltInZones, clock });
  const readerState = createReaderStateRepository(db);
  measureBulletins(deps.counters.registry, {
    newest: repository.newest,
    failure: async () => (await readerState.read()).failure,
    clock,
  });
  const changes = createEventChannel<void>({ name: 'bulletin-changes', logger });
  const events = createEventChannel<BulletinEvent>({ name: 'bulletin-events', logger });
  events.subscribe(() => {
    deps.feed.changed('bulletins_changed', 'everyone');
    changes.publish();
  });
  const shapes = createZoneShapesRepository(db);
  const keepShapes = createKeepShapes({ repository: shapes, clock, logger });
  const keep = createKeepBulletin({
    ...{ repository, keepShapes, events, clock, logger },
    keptBytes: settings.keptBytes,
  });
  const answerShapes = createAnswerZoneShapes({
    repository: shapes,
    source: async () => (await repository.newest())?.source ?? null,
    ...{ zonesOfDay, clock },
  });
  const { url, fileTemplate } = settings;
  const polling =
    url === undefined
      ? undefined
      : createBulletinPolling({
          read: createReadSource({
            source:
              deps.documents ??
              createNetworkDocuments({
                hosts: new Set([url, fileTemplate ?? url].map((address) => new URL(address).host)),
                ...(timing && { withinMs: timing.withinMs }),
              }),
            ...{ url, fileTemplate, clock, logger },
          }),
          lease: createLease(db, 'bulletins', deps.serverId),
          everyMs: timing?.everyMs ?? settings.everyMs,
          ...(timing && { retry: timing.retry }),
          ...{ keep, repository, state: readerState, clock, logger, notify: deps.notify },
        });
  const levelsOf = createLevelsOf({ repository, zonesOfDay, clock });
  const isReading = polling !== undefined;
  return {
    name: 'bulletins',
    routes: {
      ...createBulletinHandlers({
        ...{ repository, readerState, isReading, keep, zonesOfDay, levelsOf, answerShapes, clock },
      }),
      ...createZoneHandlers({
        ...{ repository: zones, changes, clock, places: createPlacesRepository(db) },
        zoneImport,
      }),
    },
    /** True when a zone has that code, now or later. */
    isZone: async (code: string) => (await zones.all()).some((zone) => zone.code === code),
    /** What holds on a day (`2026-11-22`) for each zone. */
    levelsOf,
    /** How the newest bulletin and the reading from the network stand. */
    state: async () => {
      const [newest, { failure, nextTryAt }] = [await repository.newest(), await readerState.read()];
      return {
        ...{ reading: isReading, issuedAt: newest?.issuedAt ?? null },
        stale: newest !== undefined && isBulletinStale(newest.issuedAt, clock.now()),
        ...(isReading ? { failure, nextTryAt } : { failure: null, nextTryAt: null }),
      };
    },
    /** A bulletin was received, or the zones, or who lies in which, have changed. */
    changes,
    start: async () => {
      if (fillsZones) await zoneImport.fillEmpty();
      if (url?.startsWith('http:'))
        logger.warn(
          { host: new URL(url).host },
          'BULLETIN_URL is plain http: what is read may be altered on its way',
        );
      polling?.start();
    },
    stop: () => polling?.stop(),
  };
}

/** Shows the age of the newest bulletin, and whether the reading from the network fails, to Prometheus. */
function measureBulletins(
  registry: Registry,
  options: {
    newest: () => Promise<{ issuedAt: number } | undefined>;
    failure: () => Promise<string | null>;
    clock: Clock;
  },
): void {
  addMeasuredGauge(registry, {
    name: 'semaforo_bulletin_age_seconds',
    help: 'Age of the newest bulletin, read or uploaded; +Inf when there is none',
    read: async () => {
      const newest = await options.newest();
      return newest ? (options.clock.now() - newest.issuedAt) / 1000 : Number.POSITIVE_INFINITY;
    },
  });
  addMeasuredGauge(registry, {
    name: 'semaforo_bulletin_reading_failing',
    help: '1 when the last reading of bulletins from the network failed',
    read: async () => ((await options.failure()) === null ? 0 : 1),
  });
}
