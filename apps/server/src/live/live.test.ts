import type { Client } from '@semaforo/client';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type {
  CommandAccepted,
  CommandProgress,
  LiveMessage,
  ServerToClientEvents,
} from '@semaforo/contract/live/events';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp, startApp } from '../../test/running-app.ts';

type Page = {
  socket: Socket<ServerToClientEvents>;
  single: LiveMessage[];
  batched: LiveMessage[][];
  records: DeviceStatusRecord[];
  accepted: CommandAccepted[];
  progress: CommandProgress[];
  listsChanged: () => number;
};

describe('the live socket', () => {
  let app: RunningApp;
  let owner: { id: number; client: Client };
  let other: { id: number };
  const sockets: Socket[] = [];

  beforeEach(async () => {
    app = await startApp();
    owner = await app.createOperator('valdombra');
    other = await app.createOperator('torrealta');
    await app.createDevice({ topic: '/3/val/s1', userId: owner.id, name: 'Piazza' });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.disconnect();
    await app.stop();
  });

  const connect = (options: Partial<ManagerOptions & SocketOptions>) => {
    const socket = io(app.url, { reconnection: false, forceNew: true, ...options });
    sockets.push(socket);
    return socket;
  };
  const outcomeOf = (socket: Socket) =>
    new Promise<string>((resolve) => {
      socket.once('connect', () => resolve('connected'));
      socket.once('connect_error', (error) => resolve(error.message));
    });
  test.each(['/', '/?EIO=3&transport=polling', '/?EIO=4&transport=smoke'])(
    'the address /socket.io%s, which no page opens, is answered as all others are',
    async (rest) => {
      const answer = await fetch(`${app.url}/socket.io${rest}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({
        error: 'Questo indirizzo serve solo al collegamento dal vivo delle pagine',
        code: 'not-a-live-connection',
      });
    },
  );

  const openPage = async (username: string, batch?: boolean): Promise<Page> => {
    const password = username === ADMIN.username ? ADMIN.password : OPERATOR_PASSWORD;
    const token = await app.tokenOf({ username, password });
    const socket: Socket<ServerToClientEvents> = connect({ auth: { token, ...(batch && { batch }) } });
    let listsChanged = 0;
    const page: Page = {
      socket,
      single: [],
      batched: [],
      records: [],
      accepted: [],
      progress: [],
      listsChanged: () => listsChanged,
    };
    socket.on('mqtt_message', (message) => page.single.push(message));
    socket.on('mqtt_messages', (messages) => page.batched.push(messages));
    socket.on('device_status', (records) => page.records.push(...records));
    socket.on('command_accepted', (accepted) => page.accepted.push(accepted));
    socket.on('command_progress', (progress) => page.progress.push(...progress));
    socket.on('devices_changed', () => (listsChanged += 1));
    expect(await outcomeOf(socket)).toBe('connected');
    return page;
  };
  const startSignal = (kind: 'obedient' | 'mute') =>
    app.startFleet([{ key: '/3/val/s1', type: 'semaforo', behaviour: { kind }, shows: 'verde' }]);
  const publishedOf = ({ single, batched }: Page) => [...single, ...batched.flat()].map(({ topic }) => topic);
  /**
   * Lets another device of that user speak, until the pages were told of it: whatever else was for them has come
   * before.
   */
  const sendSentinel = async ({ id: userId }: { id: number }, pages: readonly Page[]) => {
    const key = `/4/sentinel/s${userId}`;
    await app.createDevice({ topic: key, userId });
    const device = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
    await device.publishAsync(`${key}/out1`, '1', { qos: 1 });
    await until('the sentinel was told', () =>
      pages.every((page) => publishedOf(page).includes(`${key}/out1`)),
    );
    await device.endAsync();
  };
  const isOfPiazza = ({ topic }: { topic: string }) => topic.startsWith('/3/val/s1');
  const lit: LiveMessage = { topic: '/3/val/s1/out1', message: '1' };

  test('a connection without a token, with a forged one or from another site is refused', async () => {
    const token = await app.tokenOf(ADMIN);
    expect(await outcomeOf(connect({}))).toBe('unauthorized');
    expect(await outcomeOf(connect({ auth: { token: `${token}x` } }))).toBe('unauthorized');
    expect(await outcomeOf(connect({ auth: { token: { $ne: '' } } }))).toBe('unauthorized');
    const foreign = connect({ auth: { token }, extraHeaders: { origin: 'https://altrove.example' } });
    expect(await outcomeOf(foreign)).not.toBe('connected');
    const own = connect({ auth: { token }, extraHeaders: { origin: app.url } });
    expect(await outcomeOf(own)).toBe('connected');
  });

  test('a message reaches the owner and admins only, singly or in batches as they asked', async () => {
    const [single, batch, admin, outsider] = await Promise.all([
      openPage('valdombra'),
      openPage('valdombra', true),
      openPage('admin', true),
      openPage('torrealta', true),
    ]);
    await startSignal('obedient');
    await until('the single page was told', () => single.single.some(({ topic }) => topic === lit.topic));
    await until('the batching page was told', () =>
      batch.batched.flat().some(({ topic }) => topic === lit.topic),
    );
    await until('the admin was told', () => admin.batched.flat().some(({ topic }) => topic === lit.topic));
    await sendSentinel(owner, [single, batch]);
    await sendSentinel(other, [outsider]);
    expect(single.single).toContainEqual(lit);
    expect(single.batched).toEqual([]);
    expect(batch.single).toEqual([]);
    expect(outsider.batched.flat().filter(isOfPiazza)).toEqual([]);
    expect(outsider.records.filter(isOfPiazza)).toEqual([]);
  });

  test('the progress of a command, its pending status and its final error are sent', async () => {
    const page = await openPage('valdombra', true);
    const outsider = await openPage('torrealta', true);
    await startSignal('mute');
    await owner.client('sendCommand', { body: { command: 'rosso' } });
    const states = () => page.progress.flatMap(({ deliveries }) => deliveries.map(({ state }) => state));
    await until('the end was told', () => states().includes('scaduto'));
    await sendSentinel(other, [outsider]);
    expect(page.records.some(({ pending }) => pending === 'rosso')).toBe(true);
    expect(page.records.at(-1)).toMatchObject({ error: true, pending: null, status: null });
    expect(states()).toContain('inviato');
    expect(states().at(-1)).toBe('scaduto');
    expect(page.progress[0]).toMatchObject({ value: 'rosso', total: 1 });
    expect([outsider.progress, outsider.records.filter(isOfPiazza)]).toEqual([[], []]);
  });

  test('the Idempotency-Key of a command reaches only the pages of its author, before the progress', async () => {
    const [author, secondTab, admin] = await Promise.all([
      openPage('valdombra', true),
      openPage('valdombra'),
      openPage('admin', true),
    ]);
    const progressBeforeKey: number[] = [];
    author.socket.on('command_accepted', () => progressBeforeKey.push(author.progress.length));
    await startSignal('obedient');
    const { commandId } = await owner.client('sendCommand', {
      body: { command: 'rosso' },
      idempotencyKey: 'click-1',
    });
    await until('the pages heard of the command', () =>
      [author, secondTab, admin].every(({ progress }) => progress.some((one) => one.commandId === commandId)),
    );
    await sendSentinel(owner, [author, secondTab, admin]);
    expect(author.accepted).toEqual([{ commandId, idempotencyKey: 'click-1' }]);
    expect(secondTab.accepted).toEqual(author.accepted);
    expect(progressBeforeKey).toEqual([0]);
    expect(admin.accepted).toEqual([]);
    expect(JSON.stringify(admin.progress)).not.toContain('click-1');
  });

  test('a connection ends at once when its user is deleted or gets another password', async () => {
    const deleted = await openPage('torrealta');
    const reset = await openPage('valdombra');
    const admin = await app.logIn(ADMIN);
    await admin('deleteUser', { params: { id: other.id } });
    const body = { password: 'tutta-unaltra-parola' };
    await admin('resetPassword', { params: { id: owner.id }, body });
    await until('both are gone', () => deleted.socket.disconnected && reset.socket.disconnected);
  });

  test('a device that changes owner is sent to the new one, and both are asked to reload their lists', async () => {
    const former = await openPage('valdombra', true);
    const next = await openPage('torrealta', true);
    const admin = await app.logIn(ADMIN);
    await admin('assignDevice', { params: { id: 1 }, body: { userId: other.id } });
    await until('both were told', () => former.listsChanged() > 0 && next.listsChanged() > 0);
    await startSignal('obedient');
    await until('the new owner is told of messages', () => next.batched.flat().length > 0);
    await sendSentinel(owner, [former]);
    expect(former.batched.flat().filter(isOfPiazza)).toEqual([]);
  });

  test('a client that sends anything is disconnected', async () => {
    const page = await openPage('valdombra');
    page.socket.emit('mqtt_message', { topic: '/3/val/s1/out4/set', message: '1' });
    await until('it is gone', () => page.socket.disconnected);
  });
});
