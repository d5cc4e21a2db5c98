import { randomBytes } from 'node:crypto';
import { outsideBrokerSettings } from './broker-settings.ts';
import { freePort } from './free-port.mjs';
import { createMosquitto, hasMosquitto } from './mosquitto.ts';
import { createNats, hasNats } from './nats.ts';
import { startPostgres } from './postgres.ts';

/** What several servers share: their settings, and where devices find the broker. */
export type ServersParts = {
  settings: Record<string, string>;
  brokerPort: number;
  stop: () => Promise<void>;
};

/** Starts PostgreSQL, NATS and Mosquitto on loopback ports; undefined when one of them is not installed. */
export async function startServersParts(): Promise<ServersParts | undefined> {
  const postgres = hasNats && hasMosquitto ? await startPostgres() : undefined;
  if (!postgres) return undefined;
  const nats = createNats(await freePort());
  const broker = createMosquitto(await freePort(), { isOpen: true });
  await Promise.all([nats.start(), broker.start()]);
  return {
    settings: {
      DATABASE_URL: postgres.url,
      NATS_URL: nats.url,
      SECRET_KEY: randomBytes(32).toString('base64'),
      ...outsideBrokerSettings(broker.port),
    },
    brokerPort: broker.port,
    stop: async () => {
      await Promise.all([nats.kill(), broker.remove()]);
      await postgres.stop();
    },
  };
}
