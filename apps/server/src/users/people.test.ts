import type { Client } from '@semaforo/client';
import type { Person } from '@semaforo/contract/api/people';
import { SECOND_PERSON_SETTING } from '@semaforo/contract/domain/approval-rules';
import type { Duty } from '@semaforo/contract/domain/duty';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningApp, startApp, untilShows } from '../../test/running-app.ts';

const SIGNAL = '/3/valdombra/s1';
const PASSWORD = 'persona-di-prova-1';

let app: RunningApp;
let admin: Client;
let comune: { id: number; client: Client };
let signal: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  app = await startApp();
  admin = await app.logIn(ADMIN);
  comune = await app.createOperator('valdombra');
  signal = await app.createDevice({ topic: SIGNAL, userId: comune.id, name: 'Sottopasso' });
  await app.startFleet([{ key: SIGNAL, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' }]);
  await untilShows(comune.client, SIGNAL, 'verde');
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await app.stop();
});

async function addPerson(username: string, duty: Duty): Promise<{ record: Person; client: Client }> {
  const record = await comune.client('createPerson', { body: { username, password: PASSWORD, duty } });
  return { record, client: await app.logIn({ username, password: PASSWORD }) };
}
const light = (client: Client, command: 'giallo' | 'rosso') =>
  client('sendCommand', { body: { command, deviceIds: [signal] } });

test('a person sees and commands what their Comune owns, under their own name', async () => {
  const anna = await addPerson('anna', 'operate');
  expect(await anna.client('getMe')).toEqual({
    ...{ id: comune.id, username: 'anna', role: 'user' },
    person: { id: anna.record.id, duty: 'operate' },
  });
  await light(anna.client, 'giallo');
  await untilShows(anna.client, SIGNAL, 'giallo');
  const [last] = await comune.client('listHistory');
  expect(last).toMatchObject({ color: 'giallo', username: 'anna' });
  const { entries } = await admin('listAudit', { query: {} });
  expect(entries.find(({ action }) => action === 'commands.send')).toMatchObject({ username: 'anna' });
});

test('a person who reads lights nothing, and one who operates changes no rule of the Comune', async () => {
  const reader = await addPerson('lettrice', 'read');
  const operator = await addPerson('operatore', 'operate');
  const refused = { status: 403, code: 'duty-too-low' };
  await expect(light(reader.client, 'giallo')).rejects.toMatchObject(refused);
  await expect(
    operator.client('createPerson', { body: { username: 'x', password: PASSWORD, duty: 'read' } }),
  ).rejects.toMatchObject(refused);
  await expect(
    operator.client('createGroup', { body: { name: 'Ponti', deviceIds: [] } }),
  ).rejects.toMatchObject(refused);
  expect(await reader.client('listDeviceStatuses')).toHaveLength(1);
  expect(await comune.client('listHistory')).toEqual([]);
});

test('rosso of one person is confirmed by another of the same Comune, never by the same', async () => {
  const settings = { [SECOND_PERSON_SETTING]: 'true' };
  await admin('saveUserSetting', { params: { id: comune.id }, body: settings });
  const anna = await addPerson('anna', 'operate');
  const bruno = await addPerson('bruno', 'operate');
  await expect(light(anna.client, 'rosso')).rejects.toMatchObject({ code: 'second-person-needed' });
  const [asked] = await bruno.client('listApprovals');
  expect(asked).toMatchObject({ asked_by: 'anna', mine: false, may_confirm: true });
  const { id } = asked ?? { id: 0 };
  expect(await anna.client('listApprovals')).toMatchObject([{ mine: true, may_confirm: false }]);
  const call = { params: { id }, body: {} };
  await expect(anna.client('confirmApproval', call)).rejects.toMatchObject({ code: 'same-person' });
  await bruno.client('confirmApproval', call);
  await untilShows(comune.client, SIGNAL, 'rosso');
  const [last] = await comune.client('listHistory');
  expect(last).toMatchObject({ username: 'anna', approved_by: 'bruno' });
});

test('a person who leaves is out at once: session, live page and what waited for approval', async () => {
  const settings = { [SECOND_PERSON_SETTING]: 'true' };
  await admin('saveUserSetting', { params: { id: comune.id }, body: settings });
  const anna = await addPerson('anna', 'operate');
  const bruno = await addPerson('bruno', 'operate');
  const token = await app.tokenOf({ username: 'anna', password: PASSWORD });
  const socket = io(app.url, { auth: { token }, transports: ['websocket'], reconnection: false });
  sockets.push(socket);
  await until('the page is connected', () => Promise.resolve(socket.connected));
  await expect(light(anna.client, 'rosso')).rejects.toMatchObject({ code: 'second-person-needed' });
  const [asked] = await bruno.client('listApprovals');
  await comune.client('deletePerson', { params: { id: anna.record.id } });
  await expect(anna.client('getMe')).rejects.toMatchObject({ status: 401 });
  await until('the page is cut off', () => Promise.resolve(!socket.connected));
  await expect(
    bruno.client('confirmApproval', { params: { id: asked?.id ?? 0 }, body: {} }),
  ).rejects.toMatchObject({ code: 'approval-over' });
  await untilShows(comune.client, SIGNAL, 'verde');
  expect((await comune.client('listPeople')).map(({ username }) => username)).toEqual(['bruno']);
});

test('a person belongs to one Comune: another one neither sees nor changes them, and they own no device', async () => {
  const anna = await addPerson('anna', 'manage');
  const other = await app.createOperator('altrove');
  const params = { id: anna.record.id };
  expect(await other.client('listPeople')).toEqual([]);
  await expect(other.client('deletePerson', { params })).rejects.toMatchObject({ status: 404 });
  await expect(other.client('updatePerson', { params, body: { duty: 'read' } })).rejects.toMatchObject({
    status: 404,
  });
  await expect(admin('deleteUser', { params })).rejects.toMatchObject({ status: 404 });
  const assigned = { params: { id: signal }, body: { userId: params.id } };
  await expect(admin('assignDevice', assigned)).rejects.toMatchObject({ status: 404 });
  const body = { username: 'carla', password: PASSWORD, duty: 'read' as const, user_id: params.id };
  await expect(admin('createPerson', { body })).rejects.toMatchObject({ code: 'not-a-comune' });
  await expect(anna.client('deletePerson', { params })).rejects.toMatchObject({
    code: 'cannot-change-oneself',
  });
  expect((await admin('listUsers')).users.map(({ username }) => username)).not.toContain('anna');
});

test('a new duty counts from the next call on, a new password ends the sessions', async () => {
  const anna = await addPerson('anna', 'operate');
  const params = { id: anna.record.id };
  await comune.client('updatePerson', { params, body: { duty: 'read' } });
  await expect(light(anna.client, 'giallo')).rejects.toMatchObject({ code: 'duty-too-low' });
  await comune.client('updatePerson', { params, body: { password: 'un-altra-prova-2' } });
  await expect(anna.client('getMe')).rejects.toMatchObject({ status: 401 });
});
