import type { FaultyNetwork } from '@semaforo/testing/faulty-network';
import type { TestedServer } from './tested-server.ts';

/** Several servers as the one that faults happen to: the next has its turn once this one is mended. */
export function serversInTurn(all: readonly TestedServer[]): TestedServer {
  const { one, pass } = takeTurns(all);
  return {
    start: async () => {
      for (const server of all) await server.start();
      pass();
    },
    end: (signal) => one().end(signal),
    pause: () => one().pause(),
    resume: () => {
      one().resume();
      pass();
    },
    isRunning: () => all.every((server) => server.isRunning()),
    get crashes() {
      return all.flatMap(({ crashes }) => crashes);
    },
  };
}

/** The networks of several servers to the same part, likewise. */
export function networksInTurn(all: readonly FaultyNetwork[]): FaultyNetwork {
  const { one, pass } = takeTurns(all);
  return {
    port: one().port,
    disturb: (direction, fault) => one().disturb(direction, fault),
    heal: () => {
      one().heal();
      pass();
    },
    cut: () => one().cut(),
    cutAnswerTo: (isRequest) => one().cutAnswerTo(isRequest),
    close: async () => {
      for (const network of all) await network.close();
    },
  };
}

function takeTurns<T>(all: readonly T[]) {
  let turn = 0;
  return {
    one: () => {
      const one = all[turn % all.length];
      if (one === undefined) throw new Error('there is none');
      return one;
    },
    pass: () => {
      turn += 1;
    },
  };
}
