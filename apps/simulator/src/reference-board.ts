import { type BrokerAddress, createBrokerConnection } from './broker-connection.ts';
import { createReferenceCore, type ReferenceCore, type ReferenceCoreSpec } from './reference-core.ts';

/** A signal whose firmware is the reference core, on a broker. */
export type ReferenceBoard = Pick<ReferenceCore, 'float' | 'lit'> & {
  /** Switches the power on; resolves when it has joined the broker. */
  powerUp: () => Promise<void>;
  /** Cuts the power: the broker publishes the last will. */
  cutPower: () => Promise<void>;
  /** Cuts it off from the broker, with its power on, until `join`. */
  leave: () => Promise<void>;
  join: () => Promise<void>;
};

export function createReferenceBoard({
  broker,
  ...spec
}: Omit<ReferenceCoreSpec, 'publish'> & { broker: BrokerAddress }): ReferenceBoard {
  const { key } = spec;
  let connection: ReturnType<typeof createBrokerConnection> | undefined;
  const core = createReferenceCore({
    ...spec,
    publish: ({ channel, ...message }) => connection?.publish({ topic: `${key}/${channel}`, ...message }),
  });

  const join = async () => {
    connection = createBrokerConnection({
      broker,
      topics: [`${key}/+/set`],
      will: { topic: `${key}/status`, payload: 'offline', retain: true },
      onJoined: () => {
        core.linked();
        return Promise.resolve();
      },
      onMessage: (topic, payload) => core.commanded(topic.slice(key.length + 1, -'/set'.length), payload),
      onTrouble: core.lost,
    });
    await connection.start();
  };
  const disconnect = async () => {
    await connection?.stop();
    connection = undefined;
  };

  return {
    powerUp: async () => {
      core.powerUp();
      await join();
    },
    cutPower: async () => {
      core.cutPower();
      await disconnect();
    },
    float: core.float,
    leave: async () => {
      core.lost();
      await disconnect();
    },
    join,
    lit: core.lit,
  };
}
