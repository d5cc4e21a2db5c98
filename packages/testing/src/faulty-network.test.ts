import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FaultyNetwork, type Passing, startFaultyNetwork } from './faulty-network.ts';
import { until } from './until.ts';

let echo: Server;
let network: FaultyNetwork;
let passed: Passing[];
let atTarget: string;
const sockets: Socket[] = [];

beforeEach(async () => {
  passed = [];
  atTarget = '';
  echo = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      atTarget += data.toString();
      socket.write(data);
    });
  }).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  network = await startFaultyNetwork({
    target: (echo.address() as AddressInfo).port,
    onPassed: (passing) => passed.push(passing),
  });
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await network.close();
  echo.close();
});

async function join() {
  const socket = connect(network.port, '127.0.0.1');
  sockets.push(socket);
  const received = { text: '', isBroken: false };
  socket.on('data', (data) => (received.text += data.toString()));
  socket.on('error', () => undefined);
  socket.on('close', () => (received.isBroken = true));
  await once(socket, 'connect');
  return { socket, received };
}

test('what is sent passes both ways, and is told', async () => {
  const { socket, received } = await join();
  socket.write('uno');
  await until('it comes back', () => received.text === 'uno');
  expect(passed.map(({ direction, data }) => `${direction} ${data}`)).toEqual(['up uno', 'down uno']);
});

test('what waits in a silent direction arrives in its order once that is healed', async () => {
  const { socket, received } = await join();
  network.disturb('down', { blocked: true });
  socket.write('uno');
  await until('it arrives at the target', () => atTarget === 'uno');
  socket.write('due');
  await until('the other too', () => atTarget === 'unodue');
  expect(received.text).toBe('');
  network.heal();
  await until('all comes back', () => received.text === 'unodue');
});

test('a cut loses what was on its way, and breaks the connection on both sides', async () => {
  const { socket, received } = await join();
  network.disturb('up', { blocked: true });
  socket.write('uno');
  network.cut();
  await until('the connection is broken', () => received.isBroken);
  network.heal();
  const next = await join();
  next.socket.write('due');
  await until('the next one works', () => next.received.text === 'due');
  expect(atTarget).toBe('due');
});

test('a request whose answer is cut off arrives, and its answer does not', async () => {
  const { socket, received } = await join();
  network.cutAnswerTo((data) => data.includes('commit'));
  socket.write('begin');
  await until('another request is answered', () => received.text === 'begin');
  socket.write('commit');
  await until('the connection is broken', () => received.isBroken);
  expect(atTarget).toBe('begincommit');
  expect(received.text).toBe('begin');
});

test('what one side says last still arrives before its end', async () => {
  const { socket } = await join();
  network.disturb('up', { delayMs: 20 });
  socket.end('fine');
  await until('it arrives', () => atTarget === 'fine');
});
