// Compares two API calls with the least that could answer them: a long list with the same bytes from a bare Fastify,
// and a small call with a route that only authenticates.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { logIn } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { startConsole } from './measured-console.ts';
import { median, reportRatio } from './report-figure.ts';
import { measureRate } from './request-rate.ts';

const DEVICES = 10_000;
const CREATED_AT_ONCE = 20;
const ROUNDS = 3;
const ROUND_S = 2;
const LISTS_AT_LEAST = 0.8;
const SMALL_CALLS_AT_LEAST = 0.5;

const measured = await startConsole(await freePort());
const api = await logIn(measured, ADMIN);
const { id: userId } = await api('getMe');
for (let first = 0; first < DEVICES; first += CREATED_AT_ONCE) {
  const numbers = Array.from({ length: CREATED_AT_ONCE }, (_, index) => first + index);
  await Promise.all(
    numbers.map((number) =>
      api('createDevice', { body: { topic: `/3/misura/s${number}`, type: 'semaforo', userId } }),
    ),
  );
}
const headers = {
  authorization: `Bearer ${api.token}`,
  'accept-encoding': 'identity',
};
const folder = mkdtempSync(join(tmpdir(), 'semaforo-bench-'));
const bytesFile = join(folder, 'bytes.json');
const statuses = await fetch(`${measured.origin}/api/device-status`, { headers });
writeFileSync(bytesFile, Buffer.from(await statuses.arrayBuffer()));
const bare = await startBareServer();

await compare({
  name: 'device_status_10000_devices',
  ours: '/api/device-status',
  reference: '/bytes',
  atLeast: LISTS_AT_LEAST,
});
await compare({
  name: 'small_call',
  ours: '/api/user/me',
  reference: '/authenticated',
  atLeast: SMALL_CALLS_AT_LEAST,
});

bare.stop();
await measured.stop();
rmSync(folder, { recursive: true, force: true });

/** Measures the two in turn, so that a slower moment of the machine affects both. */
async function compare(figure: { name: string; ours: string; reference: string; atLeast: number }) {
  const ours: number[] = [];
  const reference: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await measureRate(measured.origin + figure.ours, { headers, forS: ROUND_S }));
    reference.push(await measureRate(bare.origin + figure.reference, { headers, forS: ROUND_S }));
  }
  reportRatio({ ...figure, ours: median(ours), reference: median(reference) });
}

async function startBareServer(): Promise<{ origin: string; stop: () => void }> {
  const port = await freePort();
  const program = join(import.meta.dirname, 'bare-server.ts');
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', program, String(port), measured.dataDir, bytesFile],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('pronto')) break;
  return { origin: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}
