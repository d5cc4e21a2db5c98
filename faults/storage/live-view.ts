import { createClient } from '@semaforo/client';
import { openLiveSocket } from '@semaforo/client/live-socket';
import type { LiveMessage } from '@semaforo/contract/live/events';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';

/** A page that is open the whole time, and a device that speaks. */
export type LiveView = {
  /** The device reports, and the page is waited for; false when it did not hear of it. */
  receives: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** The device has that topic, and is the admin's to see. */
export async function openLiveView(server: {
  origin: string;
  brokerPort: number;
  topic: string;
}): Promise<LiveView> {
  const { origin, brokerPort, topic } = server;
  const { accessToken: token } = await createClient({ origin })('logIn', { body: ADMIN });
  const received: LiveMessage[] = [];
  const socket = openLiveSocket({ origin, token, transports: ['websocket'] });
  socket.on('mqtt_message', (message) => received.push(message));
  await until('the page is open', () => socket.connected);
  const device = await connectAsync(`mqtt://127.0.0.1:${brokerPort}`, BROKER_LOGIN);
  let count = 0;
  return {
    receives: async () => {
      count += 1;
      // A number that no report before had.
      const message = String(count);
      // A report that the broker is to keep is acknowledged once it is written, which a full disk puts off.
      await device.publishAsync(`${topic}/uptime`, message, { qos: 0 });
      const came = () => received.some((one) => one.topic === `${topic}/uptime` && one.message === message);
      return until('the page hears of the report', came).catch(() => false);
    },
    close: async () => {
      socket.disconnect();
      await device.endAsync(true);
    },
  };
}
