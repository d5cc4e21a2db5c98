// Several servers as one lose each other, their database, NATS and the broker, are killed, and stopped until another
// took over; meanwhile operators command from all of them. `npm run faults -- servers [--faults 30] [--seed 7]
// [--servers 3] [--opposite 0] [--bulk 0] [--older BUNDLE] [--server BUNDLE]`. `--opposite 1000`: so many pairs of
// opposite commands within 10 ms first. `--bulk 10000`: one server is killed under a command to so many signals, and
// nothing else. `--older BUNDLE`: servers of that version are ended in turn and started as the present one, and nothing
// else.
import { parseArgs } from 'node:util';
import { BUILT_SERVER } from '@semaforo/testing/server-process';
import { runBulk } from './servers/run-bulk.ts';
import { runServers } from './servers/run-servers.ts';
import { runUpgrade } from './servers/run-upgrade.ts';

const { values: requested } = parseArgs({
  options: {
    faults: { type: 'string', default: '30' },
    seed: { type: 'string', default: '7' },
    servers: { type: 'string', default: '3' },
    opposite: { type: 'string', default: '0' },
    bulk: { type: 'string', default: '0' },
    older: { type: 'string' },
    server: { type: 'string', default: BUILT_SERVER },
  },
});

/** Of one invariant, on the screen. */
const SENT_AT_MOST = 20;
const LACKING = 'Tralasciati i server: manca PostgreSQL o nats-server';
/** So much later than without its end a command of a server that was killed may be carried out. */
const LATER_AT_MOST_MS = 5000;
/** A page whose server is made newer is at another one after this. */
const BACK_WITHIN_MS = 2000;

if (Number(requested.bulk) > 0) await notifyBulk(Number(requested.bulk));
else if (requested.older !== undefined) await notifyUpgrade(requested.older);
else await notifyFaults();

async function notifyFaults(): Promise<void> {
  const run = await runServers({
    faults: Number(requested.faults),
    seed: Number(requested.seed),
    servers: Number(requested.servers),
    opposite: Number(requested.opposite),
    bundle: requested.server,
  });
  if (!run) return console.log(LACKING);
  console.log(
    `${requested.servers} servers with ${run.broker}, seed ${requested.seed}: ${requested.faults} faults (${run.kinds}), ` +
      `${run.asked} commands, ${run.acknowledged} acknowledged, ${requested.opposite} opposite pairs first, ` +
      `${run.schedules} schedules, ${run.alerts} alerts, ${run.commanded} commands to signals, all pages right ${run.rightAfterMs} ms after the last fault, ${run.seconds} s`,
  );
  notifyViolations(run.violations);
}

async function notifyUpgrade(older: string): Promise<void> {
  const run = await runUpgrade({ older, bundle: requested.server, seed: Number(requested.seed) });
  if (!run) return console.log(LACKING);
  const longestMs = Math.max(0, ...run.gapsMs);
  console.log(
    `3 servers made newer in turn: ${run.asked} commands, ${run.acknowledged} acknowledged; ${run.gapsMs.length} times ` +
      `a page lost its server, for ${longestMs} ms at most`,
  );
  notifyViolations(run.violations);
  if (longestMs > BACK_WITHIN_MS) process.exitCode = 1;
}

function notifyViolations(violations: readonly [string, string[]][]): void {
  for (const [invariant, found] of violations) {
    console.log(`  ${invariant}: ${found.length === 0 ? 'held' : `${found.length} VIOLATIONS`}`);
    for (const what of found.slice(0, SENT_AT_MOST)) console.log(`    ${what}`);
    if (found.length > 0) process.exitCode = 1;
  }
}

async function notifyBulk(devices: number): Promise<void> {
  const run = await runBulk(devices, requested.server);
  if (!run) return console.log(LACKING);
  const { quiet, killed } = run;
  const laterMs = killed.tookMs - quiet.tookMs;
  console.log(
    `a command to ${devices} signals: ${quiet.confirmed} confirmed in ${quiet.tookMs} ms; its server killed midway: ` +
      `${killed.confirmed} confirmed in ${killed.tookMs} ms, ${laterMs} ms later`,
  );
  if (killed.confirmed < devices || laterMs > LATER_AT_MOST_MS) process.exitCode = 1;
}
