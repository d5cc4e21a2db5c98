import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN, OPERATOR_PASSWORD, type RunningApp, startApp, untilRecord } from '../../test/running-app.ts';

/** More devices than fit into an answer that is too short to be compressed. */
const LONG_LIST = 10;

describe('a list of devices over HTTP', () => {
  let app: RunningApp;
  let token: string;

  beforeEach(async () => {
    app = await startApp();
    const operator = await app.createOperator('valdombra');
    for (const index of [2, 10, 1]) {
      await app.createDevice({ topic: `/3/val/s${index}`, userId: operator.id, name: `Segnale ${index}` });
    }
    token = await app.tokenOf({ username: 'valdombra', password: OPERATOR_PASSWORD });
  });
  afterEach(() => app.stop());

  const read = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(app.url + path, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  };

  test('stands in the order of the names, numbers as numbers', async () => {
    const { text } = await read('/api/devices');
    const { devices } = JSON.parse(text) as { devices: { name: string }[] };
    expect(devices.map(({ name }) => name)).toEqual(['Segnale 1', 'Segnale 2', 'Segnale 10']);
  });

  test.each(['/api/devices', '/api/device-status', '/api/admin/devices'])(
    '%s is not sent again to whoever has it, until a device changes',
    async (path) => {
      token = await app.tokenOf(ADMIN);
      const first = await read(path);
      const tag = first.headers.get('etag') ?? '';
      expect(await read(path, { 'if-none-match': tag })).toMatchObject({ status: 304, text: '' });
      const admin = await app.as(ADMIN);
      await admin('PUT', '/api/admin/devices/1', { name: 'Altro' });
      const changed = await read(path, { 'if-none-match': tag });
      expect(changed.status).toBe(200);
      expect(changed.text).toContain('Altro');
      expect(changed.headers.get('etag')).not.toBe(tag);
    },
  );

  test('tells a new state at once, whatever it told before', async () => {
    const call = await app.as({ username: 'valdombra', password: OPERATOR_PASSWORD });
    const { headers } = await read('/api/device-status');
    await app.startFleet([
      { key: '/3/val/s1', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'giallo' },
    ]);
    await untilRecord(call, '/3/val/s1', 'shows giallo', ({ status }) => status === 'giallo');
    const after = await read('/api/device-status', { 'if-none-match': headers.get('etag') ?? '' });
    expect(after.status).toBe(200);
    expect(after.text).toContain('"status":"giallo"');
  });

  test('is compressed for whoever takes it so, when it is long', async () => {
    const { id: userId } = await app.createOperator('torrealta');
    for (let index = 0; index < LONG_LIST; index += 1) {
      await app.createDevice({ topic: `/4/torre/s${index}`, userId });
    }
    token = await app.tokenOf({ username: 'torrealta', password: OPERATOR_PASSWORD });
    const small = await read('/api/device-status', { 'accept-encoding': 'gzip' });
    const plain = await read('/api/device-status', { 'accept-encoding': 'gzip;q=0' });
    expect(small.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(small.text).toBe(plain.text);
  });
});
