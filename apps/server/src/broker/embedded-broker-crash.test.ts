import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '@semaforo/testing/until';
import { expect, test } from 'vitest';
import { bundledBrokerWorker } from '../../test/bundled-server.ts';
import { startApp, untilStatus } from '../../test/running-app.ts';

test('a broker thread that crashes is started again, and the console and its data go on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-crash-'));
  const crash = join(folder, 'crash');
  const program = join(folder, 'worker.mjs');
  writeFileSync(
    program,
    `import { existsSync, rmSync } from 'node:fs';
     import ${JSON.stringify(bundledBrokerWorker().href)};
     setInterval(() => {
       if (!existsSync(${JSON.stringify(crash)})) return;
       rmSync(${JSON.stringify(crash)});
       throw new Error('a crash on purpose');
     }, 20);`,
  );
  const app = await startApp({ brokerWorker: pathToFileURL(program) });
  const { id: userId, client } = await app.createOperator('valdombra');
  await app.createDevice({ topic: '/3/val/s1', userId });
  await app.startFleet([
    { key: '/3/val/s1', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
  ]);
  await untilStatus(client, '/3/val/s1', 'shows verde', ({ status, stale }) => status === 'verde' && !stale);
  const { since } = await client('getBrokerStatus');

  writeFileSync(crash, '');
  await until('the link was made again', async () => {
    const status = await client('getBrokerStatus');
    return status.connected && status.since !== since;
  });
  await untilStatus(client, '/3/val/s1', 'speaks again', ({ status, stale }) => status === 'verde' && !stale);
  expect(await client('sendCommand', { body: { command: 'rosso' } })).toMatchObject({
    results: [{ device: '/3/val/s1', error: null }],
  });
  const logged = app.log.filter((entry) => entry === 'the embedded broker ended, and is started again');
  expect(logged).toHaveLength(1);
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});
