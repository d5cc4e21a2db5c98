import type { Client, Credentials } from '@semaforo/client';
import type { CallArguments } from '@semaforo/client/call-input';
import { ApiError, NetworkError } from '@semaforo/client/failures';
import type { RouteName, Routes } from '@semaforo/contract/api/routes';
import type { SeededRandom } from '../truth/seeded-random.ts';
import type { Journal } from './journal.ts';
import type { Judge } from './judge.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import type { Town } from './town.ts';

/** A person with a browser: logs in when it must, and gets no answer from a server that is away or ends meanwhile. */
export type Person = ReturnType<typeof createPerson>;

export function createPerson(town: Town, login: Credentials) {
  let client: Client | undefined;
  const callWith = (wait: <T>(asked: Promise<T>) => Promise<T | undefined>) => {
    const once = async <Name extends RouteName>(name: Name, input: CallArguments<Routes[Name]>) => {
      try {
        client ??= await wait(town.logIn(login));
        return client && (await wait(client.attempt(name, ...input)));
      } catch (error) {
        // A server whose disk is full refuses each log-in.
        if (error instanceof NetworkError || error instanceof ApiError) return undefined;
        throw error;
      }
    };
    return async <Name extends RouteName>(name: Name, ...input: CallArguments<Routes[Name]>) => {
      const outcome = await once(name, input);
      if (outcome?.status !== 401) return outcome;
      client = undefined;
      return once(name, input);
    };
  };
  const attempt = callWith(town.ask);
  const begin = callWith((asked) => asked);
  return {
    /** Calls, and lets time pass until there is an outcome; undefined without one. */
    attempt,
    /** Resolves to the answer; undefined when there is none, or it is a refusal. */
    call: async <Name extends RouteName>(name: Name, ...input: CallArguments<Routes[Name]>) => {
      const outcome = await attempt(name, ...input);
      return outcome?.ok ? outcome.answer : undefined;
    },
    /** The same without letting time pass: never resolves when the server ends meanwhile. */
    begin,
    /** What a page of the person reads. */
    readRecords: async () => {
      const outcome = await begin('listDeviceStatuses', { query: {} });
      return outcome?.ok ? outcome.answer : undefined;
    },
  };
}

/** All that takes part in a year. */
export type Scene = {
  town: Town;
  devices: readonly SimulatedDevice[];
  /** The ids of the devices, by key. */
  ids: Map<string, number>;
  anna: Person;
  admin: Person;
  journal: Journal;
  judge: Judge;
  /** Judges what pages show now. */
  lookAtPages: () => void;
};

/** Something that happens some times a year: what people do, or what breaks. It gets numbers of its own. */
export type Happening = {
  perYear: number;
  happen: (scene: Scene, chance: SeededRandom) => unknown;
};
