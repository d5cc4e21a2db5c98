import { setTimeout as delay } from 'node:timers/promises';
import type { FaultyNetwork } from '@semaforo/testing/faulty-network';
import { type Fault, faultName } from './fault-plan.ts';
import type { Testbed } from './testbed.ts';

/** A query ends with a zero byte. */
const COMMIT = /commit\0/i;
/** A server that was ended is not away for longer: it has to be seen at its start. */
const LONGEST_AWAY_MS = 2500;

/** Breaks and mends the world of a round. */
export type Breaker = {
  carryOut: (fault: Fault) => void;
  /** To call for each answered command: a server may have to die just after it. */
  answered: () => void;
  /** Mends all, and resolves once the server is ready again. */
  mendAll: () => Promise<void>;
};

export function createBreaker(testbed: Testbed): Breaker {
  const { server, broker, networks, outages, journal, devices } = testbed;
  let afterAnswer: (() => void) | undefined;
  const underWay = new Set<Promise<void>>();
  const mended = new AbortController();

  /** Shorter when all is to be mended. */
  const lasting = (ms: number) => delay(ms, undefined, { signal: mended.signal }).catch(() => undefined);

  const endServer = async (signal: 'SIGKILL' | 'SIGTERM', lastsMs: number) => {
    const end = outages.begin('server');
    // The embedded broker ends with it. What the device was commanded is received must have been stored.
    await server.end(signal);
    await lasting(Math.min(lastsMs, LONGEST_AWAY_MS));
    await server.start();
    end();
  };

  const breakServer = async (fault: Fault & { of: 'server' }) => {
    const { trouble, lastsMs, ms } = fault;
    if (trouble === 'pause') {
      const end = outages.begin('server');
      server.pause();
      await lasting(lastsMs);
      server.resume();
      end();
    } else if (trouble === 'kill after an answer') {
      const answered = new Promise<boolean>((resolve) => {
        afterAnswer = () => resolve(true);
        void lasting(lastsMs).then(() => resolve(false));
      });
      const isAnswered = await answered;
      afterAnswer = undefined;
      if (!isAnswered) return;
      await delay(ms);
      journal.note(`${ms} ms after an answer:`);
      await endServer('SIGKILL', ms);
    } else await endServer(trouble === 'kill' ? 'SIGKILL' : 'SIGTERM', lastsMs);
  };

  const breakBroker = async ({ trouble, lastsMs }: Fault & { of: 'broker' }) => {
    if (!broker) return;
    const end = outages.begin('broker');
    if (trouble === 'pause') {
      broker.pause();
      await lasting(lastsMs);
      broker.resume();
    } else {
      await (trouble === 'kill' ? broker.kill() : broker.terminate());
      for (const device of devices.values()) device.lostByBroker();
      await lasting(Math.min(lastsMs, LONGEST_AWAY_MS));
      await broker.start();
    }
    end();
  };

  const breakNetwork = async ({ network: name, trouble, lastsMs, ms, key }: Fault & { of: 'network' }) => {
    const network = name === 'device' ? testbed.deviceNetworks.get(key) : networks[name];
    if (!network) return;
    const end = outages.begin(name === 'device' ? key : trouble === 'slow' ? `${name} slow` : name);
    disturb(network, trouble, ms);
    await lasting(trouble === 'cut' ? 0 : lastsMs);
    network.heal();
    end();
  };

  const carryOut = async (fault: Fault) => {
    journal.note(
      `fault: ${faultName(fault)}${fault.of === 'network' && fault.network === 'device' ? ` ${fault.key}` : ''}, ${fault.lastsMs} ms, ${fault.ms} ms`,
    );
    if (fault.of === 'server') await breakServer(fault);
    else if (fault.of === 'broker') await breakBroker(fault);
    else await breakNetwork(fault);
    journal.note(`mended: ${faultName(fault)}`);
  };

  return {
    carryOut: (fault) => {
      const done = carryOut(fault).finally(() => underWay.delete(done));
      underWay.add(done);
    },
    answered: () => afterAnswer?.(),
    mendAll: async () => {
      mended.abort();
      await Promise.all(underWay);
      await server.start();
    },
  };
}

function disturb(network: FaultyNetwork, trouble: (Fault & { of: 'network' })['trouble'], ms: number): void {
  switch (trouble) {
    case 'slow':
      network.disturb('up', { delayMs: ms });
      network.disturb('down', { delayMs: ms });
      break;
    case 'silent up':
      network.disturb('up', { blocked: true });
      break;
    case 'silent down':
      network.disturb('down', { blocked: true });
      break;
    case 'silent':
      network.disturb('up', { blocked: true });
      network.disturb('down', { blocked: true });
      break;
    case 'cut':
      network.cut();
      break;
    case 'cut at commit':
      network.cutAnswerTo((data) => COMMIT.test(data.toString('latin1')));
      break;
  }
}
