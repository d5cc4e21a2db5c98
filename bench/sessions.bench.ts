// Measures how long the socket of a deleted user stays open, and whether the time of a failed log-in shows which
// users exist.
import { createClient, logIn } from '@semaforo/client';
import { openLiveSocket } from '@semaforo/client/live-socket';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { startConsole } from './measured-console.ts';
import { median, reportFigure, reportRatio } from './report-figure.ts';

const RUNS = 7;
const REVOKED_WITHIN_MS = 1_000;
/** A log-in of an unknown user that takes less than a third of the usual time would give the username away. */
const UNKNOWN_AT_LEAST = 0.33;
const PASSWORD = 'bilancia-di-prova-3';

const server = await startConsole(await freePort());
const admin = await logIn(server, ADMIN);
await measureRevocation();
await measureFailedLogIns();
await server.stop();

async function measureRevocation() {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const credentials = { username: `revocato${run}`, password: PASSWORD };
    const { id } = await admin('createUser', { body: credentials });
    const { token = '' } = await logIn(server, credentials);
    const socket = openLiveSocket({ origin: server.origin, token, reconnection: false });
    await until('the socket is connected', () => socket.connected);
    const ended = new Promise<number>((resolve) =>
      socket.once('disconnect', () => resolve(performance.now())),
    );
    await admin('deleteUser', { params: { id } });
    const deletedAt = performance.now();
    times.push(Math.max(0, (await ended) - deletedAt));
  }
  reportFigure({
    name: 'socket_of_a_deleted_user_open_ms',
    value: median(times),
    unit: 'ms',
    limit: REVOKED_WITHIN_MS,
    runs: RUNS,
  });
}

/** Few enough log-ins for the throttle to let all of them through. */
async function measureFailedLogIns() {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    known.push(await timeFailedLogIn(ADMIN.username));
    unknown.push(await timeFailedLogIn(`ignoto${run}`));
  }
  reportRatio({
    name: 'failed_log_in_unknown_user',
    ours: Math.min(...unknown),
    reference: Math.min(...known),
    atLeast: UNKNOWN_AT_LEAST,
  });
}

async function timeFailedLogIn(username: string): Promise<number> {
  const startedAt = performance.now();
  const outcome = await createClient(server).attempt('logIn', {
    body: { username, password: 'sbagliata-1' },
  });
  if (outcome.status !== 401) throw new Error(`the log-in was answered with ${outcome.status}`);
  return performance.now() - startedAt;
}
