import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { freePort } from './free-port.mjs';

const REQUESTED = 100;
const ASKER = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.module).then(async ({ freePort }) => {
  const ports = [];
  for (let asked = 0; asked < workerData.asked; asked += 1) ports.push(await freePort());
  parentPort.postMessage(ports);
});
setInterval(() => {}, 1000);`;

test('nobody is given a port that another was given', async () => {
  const module = new URL('./free-port.mjs', import.meta.url).href;
  const askers = Array.from(
    { length: 3 },
    () => new Worker(ASKER, { eval: true, workerData: { module, asked: REQUESTED } }),
  );
  const given = await Promise.all([
    Promise.all(Array.from({ length: REQUESTED }, () => freePort())),
    ...askers.map((asker) => new Promise<number[]>((resolve) => asker.once('message', resolve))),
  ]);
  await Promise.all(askers.map((asker) => asker.terminate()));

  expect(new Set(given.flat()).size).toBe(given.length * REQUESTED);
});
