import type { Client } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp, untilStatus } from '../../test/running-app.ts';

/** More devices than fit into an answer that is too short to be compressed. */
const LONG_LIST = 10;

describe('a list of devices over HTTP', () => {
  let app: RunningApp;
  let operator: { id: number; client: Client };

  beforeEach(async () => {
    app = await startApp();
    operator = await app.createOperator('valdombra');
    for (const index of [2, 10, 1]) {
      await app.createDevice({ topic: `/3/val/s${index}`, userId: operator.id, name: `Segnale ${index}` });
    }
  });
  afterEach(() => app.stop());

  /** The answer before its JSON is parsed. */
  const read = async ({ token }: Client, path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(app.url + path, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  };

  test('is sorted by name, numbers in names by their value', async () => {
    const { devices } = await operator.client('listDevices');
    expect(devices.map(({ name }) => name)).toEqual(['Segnale 1', 'Segnale 2', 'Segnale 10']);
  });

  test.each(['/api/devices', '/api/device-status', '/api/admin/devices'])(
    '%s answers 304 to a client that has the list, until a device changes',
    async (path) => {
      const admin = await app.logIn(ADMIN);
      const first = await read(admin, path);
      const tag = first.headers.get('etag') ?? '';
      expect(await read(admin, path, { 'if-none-match': tag })).toMatchObject({ status: 304, text: '' });
      await admin('updateDevice', { params: { id: 1 }, body: { name: 'Altro' } });
      const changed = await read(admin, path, { 'if-none-match': tag });
      expect(changed.status).toBe(200);
      expect(changed.text).toContain('Altro');
      expect(changed.headers.get('etag')).not.toBe(tag);
    },
  );

  test('has the new state of a device at once, also for a client that has the former list', async () => {
    const { client } = operator;
    const { headers } = await read(client, '/api/device-status');
    await app.startFleet([
      { key: '/3/val/s1', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'giallo' },
    ]);
    await untilStatus(client, '/3/val/s1', 'shows giallo', ({ status }) => status === 'giallo');
    const after = await read(client, '/api/device-status', {
      'if-none-match': headers.get('etag') ?? '',
    });
    expect(after.status).toBe(200);
    expect(after.text).toContain('"status":"giallo"');
  });

  test('is compressed when it is long and the client accepts gzip', async () => {
    const { id: userId, client } = await app.createOperator('torrealta');
    for (let index = 0; index < LONG_LIST; index += 1) {
      await app.createDevice({ topic: `/4/torre/s${index}`, userId });
    }
    const small = await read(client, '/api/device-status', { 'accept-encoding': 'gzip' });
    const plain = await read(client, '/api/device-status', { 'accept-encoding': 'gzip;q=0' });
    expect(small.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(small.text).toBe(plain.text);
  });
});
