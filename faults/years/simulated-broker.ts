import type { IncomingMessage, PublishHooks, PublishOutcome } from '@semaforo/server/broker/broker-link.port';
import type {
  ConnectionListener,
  CreateConnector,
  MqttConnection,
} from '@semaforo/server/broker/mqtt-connection.port';
import type { SeededRandom } from '../truth/seeded-random.ts';
import type { Journal } from './journal.ts';
import { createPipe, type Pipe } from './pipe.ts';
import { world } from './simulated-host.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** The server notices within this that nothing comes any more, and gives the connection up. */
const SILENT_AFTER_MS = 4250;
/** The broker notices so late that a client is gone which did not say so. */
const KEEP_ALIVE_MS = 45_000;

const LOST = 'Collegamento con il broker perso';
const NOT_REACHED = 'Il broker non risponde';

/** A device as the broker knows it. `will`: published when it is gone without a word. */
export type DeviceClient = {
  key: string;
  will: { topic: string; payload: string };
  /** True for a command of this device. */
  isFor: (topic: string) => boolean;
  received: (message: { topic: string; payload: string }) => void;
};

/** What the server hands over. */
type Given = { message: { topic: string; payload: string }; hooks: PublishHooks; isRetained: boolean };

type Kept = { message: IncomingMessage; qos: 0 | 1 };

type ServerLink = {
  process: SimulatedProcess;
  listener: ConnectionListener;
  up: Pipe;
  down: Pipe;
  unsettled: Set<(outcome: PublishOutcome) => void>;
  isOpen: boolean;
  close: (reason: string) => void;
};

/** What the broker saw of a command, for those who judge. */
export type TakenCommand = {
  topic: string;
  payload: string;
  expiresAt: number | undefined;
  isRetained: boolean;
};

/**
 * A broker and the network before it, at the port that the server has for both: one connection at a time, messages in
 * their order, acknowledgements once the server has stored what it heard, a queue for a server that is away, retained
 * messages, wills. `saysWhoListens`: as the embedded one does, and MQTT 5.
 */
export function createSimulatedBroker(options: {
  chance: SeededRandom;
  journal: Journal;
  saysWhoListens: boolean;
  latencyMs: () => number;
  /** The broker took a message of the server. */
  took: (command: TakenCommand) => void;
  linked: () => void;
}) {
  const { chance, journal, latencyMs } = options;
  const devices = new Map<string, DeviceClient>();
  const retained = new Map<string, string>();
  /** What the server is still to acknowledge, and what came while it was away. */
  let queue: Kept[] = [];
  let isKnown = false;
  let link: ServerLink | undefined;
  let isUp = true;
  let isReachable = true;

  const deliver = (kept: Kept, on: ServerLink) => {
    on.down.send(() => {
      if (!on.isOpen) return;
      const { message, qos } = kept;
      world.as(on.process, () => {
        const stored = on.listener.message(message);
        const acknowledge = () =>
          on.up.send(() => {
            queue = queue.filter((one) => one !== kept);
          });
        if (qos === 0) return;
        if (stored) stored.then(acknowledge, () => undefined);
        else acknowledge();
      });
    });
  };
  const forServer = (message: { topic: string; payload: string }, qos: 0 | 1) => {
    const made: IncomingMessage = {
      topic: message.topic,
      payload: Buffer.from(message.payload),
      retained: false,
    };
    const kept = { message: made, qos };
    if (qos === 1 && isKnown) queue.push(kept);
    if (link?.isOpen) deliver(kept, link);
  };
  const take = (
    topic: string,
    payload: string,
    { qos = 1, retain = false }: { qos?: 0 | 1; retain?: boolean },
  ) => {
    if (retain) retained.set(topic, payload);
    forServer({ topic, payload }, qos);
  };
  /** Hands a command on; false when no device listens. */
  const route = (message: { topic: string; payload: string }) => {
    const listening = [...devices.values()].filter((device) => device.isFor(message.topic));
    for (const device of listening) device.received(message);
    return listening.length > 0;
  };

  /** Resolves once the broker has answered a question, or the connection is gone. */
  const answersNow = (on: ServerLink) =>
    new Promise<void>((resolve) => {
      const answered = () => {
        on.unsettled.delete(answered);
        resolve();
      };
      on.unsettled.add(answered);
      on.up.send(() => on.down.send(answered));
    });
  /** The broker takes a message, and acknowledges it. */
  const takeFrom = (on: ServerLink, given: Given, settle: (outcome: PublishOutcome) => void) => {
    const { message, hooks, isRetained } = given;
    world.isBusy();
    options.took({ ...message, expiresAt: hooks.expiresAt, isRetained });
    const isHeard = route(message);
    on.down.send(() => {
      if (!on.unsettled.has(settle)) return;
      world.as(on.process, () => {
        hooks.acknowledged?.();
        settle(options.saysWhoListens ? (isHeard ? 'acknowledged' : 'no-listener') : 'listener-unknown');
      });
    });
  };
  const publish = async (on: ServerLink, given: Given): Promise<PublishOutcome> => {
    await answersNow(on);
    const { isStillWanted, expiresAt = Number.POSITIVE_INFINITY } = given.hooks;
    if (!on.isOpen || expiresAt <= Date.now() || !isStillWanted()) return 'withheld';
    return new Promise((resolve) => {
      const settle = (outcome: PublishOutcome) => {
        on.unsettled.delete(settle);
        resolve(outcome);
      };
      on.unsettled.add(settle);
      on.up.send(() => takeFrom(on, given, settle));
    });
  };

  const makeLink = (process: SimulatedProcess, listener: ConnectionListener): ServerLink => {
    const [up, down] = [createPipe(latencyMs), createPipe(latencyMs)];
    const unsettled: ServerLink['unsettled'] = new Set();
    const made: ServerLink = {
      ...{ process, listener, up, down, unsettled, isOpen: true },
      close: (reason) => {
        if (!made.isOpen) return;
        made.isOpen = false;
        if (link === made) link = undefined;
        up.cut();
        down.cut();
        journal.note(`the server lost the broker: ${reason}`);
        world.as(process, () => {
          for (const settle of unsettled) settle('unknown');
          listener.closed(reason);
        });
      },
    };
    return made;
  };

  const open = (process: SimulatedProcess, listener: ConnectionListener): MqttConnection => {
    const made = makeLink(process, listener);
    link?.close(LOST);
    link = made;
    const waiting = isKnown ? queue : [];
    for (const { message } of waiting) Object.assign(message, { retained: true, queued: true });
    const kept = [...retained].map(
      ([topic, payload]): Kept => ({
        message: { topic, payload: Buffer.from(payload), retained: true },
        qos: 0,
      }),
    );
    for (const one of [...waiting, ...kept]) deliver(one, made);
    isKnown = true;
    const connection: MqttConnection = {
      publish: (message, hooks) => publish(made, { message, hooks, isRetained: false }),
      announce: (message) =>
        publish(made, { message, hooks: { isStillWanted: () => true }, isRetained: true }),
      probe: () => {},
      close: () => made.close(LOST),
    };
    made.down.send(() => {
      journal.note('the server is on the broker');
      options.linked();
      world.as(process, () => listener.opened(connection));
    });
    return connection;
  };

  const createConnector: CreateConnector = () => (_address, listener) => {
    const process = world.running();
    return new Promise((resolve) => {
      const answer = (result: Awaited<ReturnType<ReturnType<CreateConnector>>>) => {
        if (process) world.as(process, () => resolve(result));
      };
      world.after(4 * latencyMs(), () => {
        if (!process?.isAlive()) return;
        if (!isUp || !isReachable) return answer({ failure: NOT_REACHED });
        const connection = open(process, listener);
        link?.down.send(() => answer({ connection }));
      });
    });
  };

  const loseDevice = (device: DeviceClient) => {
    if (devices.get(device.key) !== device) return;
    devices.delete(device.key);
    take(device.will.topic, device.will.payload, { retain: true });
  };

  return {
    createConnector,
    isUp: () => isUp,
    isLinked: () => link?.isOpen === true,
    waiting: () => queue.length,
    /** A device is on the broker, in the place of the one that it was before. */
    joined: (device: DeviceClient) => void devices.set(device.key, device),
    /** A device says something. */
    said: take,
    /** A device is gone: `noticed` at once, or by its silence. */
    left: (device: DeviceClient, noticed: boolean) => {
      if (noticed) loseDevice(device);
      else world.after(KEEP_ALIVE_MS, () => loseDevice(device));
    },
    /** The network between server and broker is cut, or only falls silent (`silently`). */
    cut: (forMs: number, silently: boolean) => {
      world.isBusy();
      isReachable = false;
      const cut = link;
      if (silently && cut) {
        for (const pipe of [cut.up, cut.down]) pipe.freeze(chance.happens(0.5));
        world.after(SILENT_AFTER_MS, () => cut.close(NOT_REACHED));
      } else cut?.close(LOST);
      world.after(forMs, () => {
        isReachable = true;
        world.isBusy();
      });
    },
    /** The broker stops, and forgets sessions that it does not keep on its disk. */
    stop: (keepsSessions: boolean) => {
      world.isBusy();
      isUp = false;
      link?.close(LOST);
      const gone = [...devices.values()];
      devices.clear();
      if (!keepsSessions) {
        queue = [];
        isKnown = false;
      }
      return gone;
    },
    start: () => {
      world.isBusy();
      isUp = true;
    },
    /** The process at the other end is silent for so long. */
    serverSuspended: (forMs: number) => {
      const silent = link;
      if (forMs > KEEP_ALIVE_MS) world.after(KEEP_ALIVE_MS, () => silent?.close(LOST));
    },
    /** The process at the other end is gone. */
    serverEnded: (process: SimulatedProcess) => {
      if (link?.process === process) {
        link.isOpen = false;
        link.up.cut();
        link.down.cut();
        link = undefined;
      }
    },
  };
}

export type SimulatedBroker = ReturnType<typeof createSimulatedBroker>;
