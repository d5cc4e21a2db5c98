// Several servers as one lose each other, their database, NATS and the broker, are killed, and stopped until another
// took over; meanwhile operators command from all of them. `npm run faults -- servers [--faults 30] [--seed 7]
// [--servers 3] [--opposite 0] [--server BUNDLE]`; `--opposite 1000`: so many pairs of opposite commands within 10 ms.
import { parseArgs } from 'node:util';
import { BUILT_SERVER } from '@semaforo/testing/server-process';
import { runServers } from './servers/run-servers.ts';

const { values: asked } = parseArgs({
  options: {
    faults: { type: 'string', default: '30' },
    seed: { type: 'string', default: '7' },
    servers: { type: 'string', default: '3' },
    opposite: { type: 'string', default: '0' },
    server: { type: 'string', default: BUILT_SERVER },
  },
});
const run = await runServers({
  faults: Number(asked.faults),
  seed: Number(asked.seed),
  servers: Number(asked.servers),
  opposite: Number(asked.opposite),
  bundle: asked.server,
});
if (!run) console.log('Tralasciati i server: manca PostgreSQL o nats-server');
else {
  console.log(
    `${asked.servers} servers with ${run.broker}, seed ${asked.seed}: ${run.faults} faults (${run.kinds}), ` +
      `${run.asked} commands, ${run.acknowledged} acknowledged, ${run.opposite} opposite pairs, ${run.told} messages ` +
      `to signals, all pages right ${run.rightAfterMs} ms after the last fault, ${run.seconds} s`,
  );
  for (const [invariant, found] of run.violations) {
    console.log(`  ${invariant}: ${found.length === 0 ? 'held' : `${found.length} VIOLATIONS`}`);
    for (const what of found.slice(0, 5)) console.log(`    ${what}`);
    if (found.length > 0) process.exitCode = 1;
  }
}
