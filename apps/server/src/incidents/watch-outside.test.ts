import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ADMIN } from '@semaforo/testing/credentials';
import { startFakeSmtp } from '@semaforo/testing/fake-smtp';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../../test/running-app.ts';
import { askAddress } from './ask-address.adapter.ts';

const KEY = 'chiave-di-due-installazioni';
const TIMING = { checkEveryMs: 20, outsideEveryMs: 20 };
const MINUTE_MS = 60_000;

const listen = async (port: number, answer: () => number) => {
  const requests: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers.authorization);
    response.writeHead(answer()).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, stop };
};

test('another installation that is silent for three minutes is an alarm, told to who is on duty', async () => {
  const smtp = await startFakeSmtp();
  onTestFinished(smtp.stop);
  let status = 200;
  const peer = await listen(0, () => status);
  let laterMs = 0;
  const app = await startApp({
    withoutBroker: true,
    alarmTiming: TIMING,
    notifications: { everyMs: 20 },
    monotonicClock: { elapsedMs: () => performance.now() + laterMs },
    settings: {
      ...{ PEER_WATCH_URL: `${peer.url}/`, PEER_WATCH_KEY: KEY, ALARM_CLEAR_SECONDS: '0' },
      ...{ SMTP_URL: smtp.url, SMTP_FROM: 'semaforo@example.it' },
    },
  });
  onTestFinished(app.stop);
  const admin = await app.logIn(ADMIN);
  const body = { people: [{ name: 'uno', email: 'uno@example.it', chat_id: null }] };
  await admin('saveDuty', { body });
  const find = async () =>
    (await admin('listAlarms', { query: {} })).find(({ kind }) => kind === 'altra installazione');
  await until('it is asked', () => peer.requests.length > 0);
  expect(peer.requests[0]).toBe(`Bearer ${KEY}`);
  status = 503;
  const asked = peer.requests.length;
  await until('it is asked again', () => peer.requests.length > asked + 2);
  expect(await find()).toBeUndefined();
  laterMs = 3 * MINUTE_MS;
  expect(await until('the alarm is open', find)).toMatchObject({
    system: true,
    detail: 'L’altra risponde 503',
  });
  await until('who is on duty is told', () => smtp.mails.some(({ to }) => to === 'uno@example.it'));
  status = 200;
  await until('it is resolved', async () => (await find())?.state === 'risolto');
});

test('/api/watch answers who has the key, and is absent for others', async () => {
  const settings = { PEER_WATCH_URL: `http://127.0.0.1:${await freePort()}`, PEER_WATCH_KEY: KEY };
  const app = await startApp({ settings });
  onTestFinished(app.stop);
  const ask = async (authorization?: string) => {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await fetch(`${app.url}/api/watch`, { headers });
    return [response.status, await response.json()];
  };
  await until('it is well', async () => (await ask(`Bearer ${KEY}`))[0] === 200);
  expect(await ask()).toEqual([404, { error: 'Non trovato', code: 'not-found' }]);
  expect(await ask('Bearer un-altra-chiave')).toEqual(await ask());
});

test('the heartbeat is sent while the broker is linked, and not while it is not', async () => {
  const target = await listen(0, () => 200);
  const unwell = await startApp({
    ...{ withoutBroker: true, alarmTiming: TIMING, settings: { HEARTBEAT_URL: `${target.url}/un-segreto` } },
  });
  const admin = await unwell.logIn(ADMIN);
  const readAt = async () => (await admin('getSystem')).read_at;
  const before = await readAt();
  await until('it has looked', async () => (await readAt()) !== before);
  await unwell.stop();
  expect(target.requests).toEqual([]);
  const well = await startApp({
    alarmTiming: TIMING,
    settings: { HEARTBEAT_URL: `${target.url}/un-segreto` },
  });
  onTestFinished(well.stop);
  await until('it beats', () => target.requests.length > 1);
  expect(well.log.join()).not.toContain('un-segreto');
});

test('neither a heartbeat nor a key goes where an address redirects to', async () => {
  const elsewhere = await listen(0, () => 200);
  const redirecting = createServer((_, response) =>
    response.writeHead(302, { location: elsewhere.url }).end(),
  );
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void redirecting.close());
  const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
  expect(await askAddress(url)).toMatch(/^non risponde/);
  expect(await askAddress(url, KEY)).toMatch(/^non risponde/);
  expect(elsewhere.requests).toEqual([]);
});
