import type { Client } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../../test/running-app.ts';

let app: RunningApp;
let admin: Client;
let next: { id: number };

beforeAll(async () => {
  app = await startApp({ settings: { COMMAND_CONFIRM_MS: '100' } });
  admin = await app.logIn(ADMIN);
  next = await app.createOperator('costa');
});
afterAll(() => app.stop());

const desiredOf = async (topic: string) =>
  (await admin('listDeviceStatuses')).find((record) => record.topic === topic)?.desired;

type Owned = { id: number; topic: string; ownerId: number };

test.each<[string, string, (device: Owned) => Promise<unknown>]>([
  [
    'it is assigned to another',
    'vecchia',
    ({ id }) => admin('assignDevice', { params: { id }, body: { userId: next.id } }),
  ],
  [
    'a table gives it to another',
    'importata',
    ({ topic }) => admin('importDevices', { body: `topic,type,username\n${topic},semaforo,costa\n` }),
  ],
  ['its owner is deleted', 'sciolta', ({ ownerId }) => admin('deleteUser', { params: { id: ownerId } })],
])('what one Comune desired of a device is desired no more when %s', async (_how, comune, giveAway) => {
  const topic = `/3/${comune}/s1`;
  const { id: userId, client } = await app.createOperator(comune);
  const id = await app.createDevice({ topic, userId });
  await client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso', deviceIds: [id] } });
  expect(await desiredOf(topic)).toMatchObject({ value: 'rosso' });
  await giveAway({ id, topic, ownerId: userId });
  expect(await desiredOf(topic)).toBeNull();
});
