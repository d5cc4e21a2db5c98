import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { expect, test } from 'vitest';
import { startApp } from '../../../test/running-app.ts';

test.skipIf(!hasMosquitto)('on Mosquitto all is told, kept, and taken back at a start without', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-home-assistant-'));
  const mosquitto = createMosquitto(await freePort());
  await mosquitto.start();
  const everyone = await connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, MOSQUITTO_LOGIN);
  const received: { topic: string; isEmpty: boolean }[] = [];
  everyone.on('message', (topic, payload) => received.push({ topic, isEmpty: payload.length === 0 }));
  await everyone.subscribeAsync('#');
  const start = (settings: Record<string, string>) =>
    startApp({
      ...{ dataDir, withoutBroker: true },
      settings: {
        ...{ MQTT_HOST: '127.0.0.1', MQTT_PORT: String(mosquitto.port), ...settings },
        ...{ MQTT_USERNAME: MOSQUITTO_LOGIN.username, MQTT_PASSWORD: MOSQUITTO_LOGIN.password },
      },
    });
  const announced = () => received.filter(({ topic }) => topic.startsWith('casa/ha/device/'));

  const on = await start({ HOME_ASSISTANT_DISCOVERY: 'casa/ha' });
  const { id: userId } = await on.createOperator('valdombra');
  await on.createDevice({ topic: '/3/val/s1', userId });
  await until('it is told', () => announced().length > 0);
  await on.stop();
  const off = await start({});
  await until('it is taken back', () => announced().at(-1)?.isEmpty);
  expect(announced().map(({ isEmpty }) => isEmpty)).toEqual([false, true]);
  await off.stop();
  // Watching never commands: beside that, the server has only marked what it has read.
  expect(received.filter(({ topic }) => !/^(casa\/ha|semaforo)\//.test(topic))).toEqual([]);

  await everyone.endAsync(true);
  await mosquitto.remove();
  rmSync(dataDir, { recursive: true, force: true });
});
