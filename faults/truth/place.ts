import { embeddedBrokerSettings, outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, type Mosquitto } from '@semaforo/testing/mosquitto';
import { createNats, hasNats } from '@semaforo/testing/nats';
import { startPostgres } from '@semaforo/testing/postgres';
import type { Setup } from './setups.ts';

const SERVERS = 3;

/** Broker and database for one round. `settings`: what the server is told of the broker, which it reaches at `link`. */
export type Place = {
  brokerPort: number;
  /** Undefined when the server brings its own broker. */
  broker: Mosquitto | undefined;
  login: { username: string; password: string } | undefined;
  brokerSettings: (link: number) => Record<string, string>;
  databaseUrl: string | undefined;
  /** Undefined for a server that is alone. */
  natsUrl: string | undefined;
  /** How many work as one. */
  servers: number;
  remove: () => Promise<void>;
};

/** Makes places of that setup, one per round. */
export type Places = { next: () => Promise<Place>; stop: () => Promise<void> };

/** Undefined when the machine lacks what the setup needs. */
export async function openPlaces(setup: Setup): Promise<Places | undefined> {
  if (setup === 'embedded') return { next: embeddedPlace, stop: () => Promise.resolve() };
  if (!hasMosquitto) return undefined;
  if (setup === 'mosquitto') return { next: () => outsidePlace(undefined), stop: () => Promise.resolve() };
  if (setup === 'servers' && !hasNats) return undefined;
  const postgres = await startPostgres();
  if (postgres === undefined) return undefined;
  let count = 0;
  return {
    next: async () => {
      const alone = await outsidePlace(await postgres.createDatabase(`giro_${++count}`));
      return setup === 'servers' ? withOthers(alone) : alone;
    },
    stop: postgres.stop,
  };
}

/** The place of several servers, which tell each other over NATS. */
async function withOthers(place: Place): Promise<Place> {
  const nats = createNats(await freePort());
  await nats.start();
  return {
    ...place,
    natsUrl: nats.url,
    servers: SERVERS,
    remove: async () => {
      await nats.kill();
      await place.remove();
    },
  };
}

async function embeddedPlace(): Promise<Place> {
  const brokerPort = await freePort();
  return {
    brokerPort,
    broker: undefined,
    login: BROKER_LOGIN,
    // Its own broker too is reached over a network that can fail.
    brokerSettings: (link) => ({
      ...embeddedBrokerSettings(brokerPort),
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: String(link),
    }),
    databaseUrl: undefined,
    natsUrl: undefined,
    servers: 1,
    remove: () => Promise.resolve(),
  };
}

async function outsidePlace(databaseUrl: string | undefined): Promise<Place> {
  const broker = createMosquitto(await freePort(), { isOpen: true });
  await broker.start();
  return {
    brokerPort: broker.port,
    broker,
    login: undefined,
    brokerSettings: outsideBrokerSettings,
    databaseUrl,
    natsUrl: undefined,
    servers: 1,
    remove: broker.remove,
  };
}
