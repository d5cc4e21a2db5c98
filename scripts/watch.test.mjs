import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'watch.mjs');
const ended = [];
afterEach(() => Promise.all(ended.splice(0).map((end) => end())));

/** A server that answers as it is told, and keeps what it is sent. */
async function listen(statusOf) {
  const received = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ path: request.url, body });
    response.writeHead(statusOf()).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${server.address().port}`, received };
}

function run(args) {
  const child = spawn(process.execPath, [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  ended.push(() => {
    child.kill('SIGKILL');
    return exit;
  });
  return exit;
}

const until = async (isSo) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
};

test('the watcher tells once that a server is unwell, again until it is taken, and that it is well', async () => {
  let status = 200;
  let takes = 500;
  const server = await listen(() => status);
  const ntfy = await listen(() => takes);
  const hook = await listen(() => 200);
  void run([server.url, '--ntfy', ntfy.url, '--webhook', hook.url, '--every', '0.02', '--after', '0.1']);
  await until(() => server.received.length > 3);
  expect(server.received[0].path).toBe('/readyz');
  expect(ntfy.received).toEqual([]);
  status = 503;
  await until(() => ntfy.received.length > 1);
  takes = 200;
  const looked = server.received.length;
  await until(() => server.received.length > looked + 10);
  const told = ntfy.received.length;
  expect(ntfy.received[0].body).toContain(`Semaforo non va: ${server.url} risponde 503`);
  expect(JSON.parse(hook.received[0].body).text).toContain('risponde 503');
  status = 200;
  await until(() => ntfy.received.at(-1).body.includes('di nuovo in funzione'));
  expect(ntfy.received).toHaveLength(told + 1);
});

test('the watcher says how it is used when the address is missing', async () => {
  expect(await run([])).toBe(2);
});
