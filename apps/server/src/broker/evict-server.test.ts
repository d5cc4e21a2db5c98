import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { connect, type MqttClient } from 'mqtt';
import { describe, expect, onTestFinished, test } from 'vitest';
import { evictServer } from './evict-server.ts';
import { mqttOptions } from './mqtt-options.ts';

const TOPIC = '/3/comune/s1/out1';
const CLIENT = 'semaforo-other';

describe.skipIf(!hasMosquitto)('the connection of another server', () => {
  test('is ended by the broker, and what its session waits for is still given to it', async () => {
    const broker = createMosquitto(await freePort());
    onTestFinished(broker.remove);
    await broker.start();
    const address = { host: '127.0.0.1', port: broker.port, tls: false, ...MOSQUITTO_LOGIN };
    const join = async (): Promise<{ client: MqttClient; received: string[] }> => {
      const client = connect(mqttOptions(address, { version: 5, clientId: CLIENT, keepsSession: true }));
      onTestFinished(() => void client.end(true));
      const received: string[] = [];
      client.on('message', (_topic, payload) => received.push(payload.toString()));
      await until('it is connected', () => client.connected);
      return { client, received };
    };
    const { client } = await join();
    await client.subscribeAsync(TOPIC, { qos: 1 });

    expect(await evictServer(address, CLIENT)).toBe(true);
    await until('the broker has closed it', () => !client.connected);

    const device = connect({ ...address, protocol: 'mqtt' });
    onTestFinished(() => void device.end(true));
    await device.publishAsync(TOPIC, '1', { qos: 1 });
    expect(await evictServer(address, CLIENT)).toBe(true);
    const { received } = await join();
    await until('it hears what was said meanwhile', () => received.includes('1'));
    await broker.kill();
    expect(await evictServer(address, CLIENT)).toBe(false);
  });
});
