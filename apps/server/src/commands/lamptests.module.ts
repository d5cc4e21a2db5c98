import { LAMP_TEST_STEP_MS } from '@semaforo/contract/domain/lamp-test';
import type { Kysely } from 'kysely';
import type { BrokerLink } from '../broker/broker-link.port.ts';
import type { GroupCommit } from '../database/group-commit.ts';
import type { Database } from '../database/schema.ts';
import type { createDevicesModule } from '../devices/devices.module.ts';
import type { LiveFeed } from '../live/live-feed.port.ts';
import type { Clock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createBeginLampTest } from './begin-lamp-test.ts';
import { createCloseLampTest } from './close-lamp-test.ts';
import type { createCommandsModule } from './commands.module.ts';
import { createFollowLampTests } from './follow-lamp-tests.ts';
import { createLampTestHandlers } from './lamp-test.routes.ts';
import { createLampTestsRepository } from './lamp-tests.repository.ts';
import { createLampTestsUnderWay } from './lamp-tests-under-way.ts';
import { createRunLampTest } from './run-lamp-test.ts';
import type { StoredLampTest } from './stored-lamp-test.ts';

/** What other servers test is known within two seconds, and what is not back yet is looked at as often. */
const FOLLOW_EVERY_MS = 2000;

type Deps = {
  db: Kysely<Database>;
  commit: Pick<GroupCommit, 'flush'>;
  serverId: string;
  devices: Pick<ReturnType<typeof createDevicesModule>, 'directory' | 'states' | 'mutex'>;
  commands: Pick<ReturnType<typeof createCommandsModule>, 'accept' | 'chooseTargets'>;
  /** The alerts in course on a device. */
  alertsInCourse: () => Promise<(deviceId: number) => readonly unknown[]>;
  link: Pick<BrokerLink, 'status'>;
  confirmMs: number;
  /** Undefined: tests are kept. */
  keepMs: number | undefined;
  stepMs: number | undefined;
  feed: LiveFeed;
  clock: Clock;
  logger: Logger;
};

/** Lamp tests: each lamp is lit for a moment, then its device goes back (docs/rules.md#lamp-test). */
export function createLampTestsModule(deps: Deps) {
  const { clock, logger, keepMs } = deps;
  const { states, mutex } = deps.devices;
  const { directory } = deps.devices;
  const repository = createLampTestsRepository(deps.db, deps.serverId);
  const changed = ({ devices }: StoredLampTest) =>
    deps.feed.changed('lamp_tests_changed', [...new Set(devices.map(({ ownerId }) => ownerId))]);
  const shared = { ...deps, repository, directory, states, changed, stored: deps.commit.flush };
  const underWay = createLampTestsUnderWay({
    repository,
    running: createRunLampTest({
      ...shared,
      accept: deps.commands.accept,
      close: createCloseLampTest(shared),
      stepMs: deps.stepMs ?? LAMP_TEST_STEP_MS,
    }),
    clock,
    logger,
  });
  const follow = createFollowLampTests(shared);
  const following = createInterval({
    name: 'lamp-tests',
    everyMs: FOLLOW_EVERY_MS,
    logger,
    work: async () => {
      await underWay.takeUp({ own: false });
      await follow();
      if (keepMs !== undefined) await repository.deleteEndedBefore(clock.now() - keepMs);
    },
  });
  return {
    name: 'lamp tests',
    routes: createLampTestHandlers({
      repository,
      chooseTargets: deps.commands.chooseTargets,
      begin: createBeginLampTest({ ...shared, mutex }),
      launch: underWay.launch,
      stop: underWay.stop,
      clock,
    }),
    /** Goes back from what a former process left lit, before anything else is asked of those devices. */
    start: async () => {
      await follow();
      await underWay.takeUp({ own: true });
      following.start();
    },
    stop: async () => {
      await following.stop();
      await underWay.stopAll();
    },
  };
}
