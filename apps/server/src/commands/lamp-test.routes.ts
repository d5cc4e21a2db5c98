import type { LampTest, lampTestRoutes } from '@semaforo/contract/api/lamp-tests';
import { targetsOf } from '@semaforo/contract/domain/targets';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { type Actor, maySee } from '../platform/actor.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { BeginLampTest } from './begin-lamp-test.ts';
import type { ChooseTargets } from './choose-targets.ts';
import type { LampTestsRepository } from './lamp-tests.repository.ts';
import type { StoredLampTest } from './stored-lamp-test.ts';

const ALREADY_OVER = new Refusal('conflict', { code: 'lamp-test-over', message: 'La prova è già finita' });

export function createLampTestHandlers(options: {
  repository: Pick<LampTestsRepository, 'find' | 'list' | 'results' | 'recordStop'>;
  chooseTargets: ChooseTargets;
  begin: BeginLampTest;
  launch: (test: StoredLampTest) => void;
  stop: (testId: number) => void;
  clock: Clock;
}): Handlers<typeof lampTestRoutes> {
  const { repository } = options;

  const toRecord = async (test: StoredLampTest, actor: Actor): Promise<LampTest> => {
    const results = await repository.results(test);
    return {
      id: test.id,
      created_at: isoTime(test.createdAt),
      ended_at: isoTime(test.endedAt),
      username: test.author.username,
      device_type: test.deviceType,
      devices: test.devices
        .filter(({ ownerId }) => maySee(actor, ownerId))
        .map(({ id, label, former, state }) => ({
          ...{ deviceId: id, device: label, former, state },
          results: results.get(id) ?? [],
        })),
    };
  };
  const findVisible = async (actor: Actor, id: number) => {
    const test = await repository.find(id);
    return test?.devices.some(({ ownerId }) => maySee(actor, ownerId)) ? test : undefined;
  };

  return {
    startLampTest: async ({ actor, address, pressedAt, query, body }) => {
      const chosen = await options.chooseTargets(actor, query.type, targetsOf(body));
      if (chosen instanceof Refusal) return chosen;
      const id = await options.begin({
        deviceType: query.type,
        devices: chosen.devices,
        author: authorOf({ actor, address }),
        pressedAt,
      });
      if (id instanceof Refusal) return id;
      const test = await repository.find(id);
      if (!test) return notFound();
      options.launch(test);
      return toRecord(test, actor);
    },
    listLampTests: async ({ actor }) => {
      const tests = await repository.list(actor.role === 'admin' ? undefined : actor.id);
      return Promise.all(tests.map((test) => toRecord(test, actor)));
    },
    stopLampTest: async ({ actor, address, params }) => {
      const test = await findVisible(actor, params.id);
      if (!test) return notFound();
      if (test.endedAt !== null) return ALREADY_OVER;
      await repository.recordStop(test.id, {
        at: options.clock.now(),
        author: authorOf({ actor, address }),
      });
      options.stop(test.id);
      return toRecord(test, actor);
    },
  };
}
