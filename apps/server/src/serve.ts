import { createApp } from './app.ts';
import { readProcessConfig } from './config.ts';
import { whileDatabaseGoesAway } from './database/connect-to-database.ts';
import { createLogger } from './platform/logger.ts';
import { createStallGuard } from './platform/stall-guard.ts';
import { StartupError } from './platform/startup-error.ts';
import type { App, Started } from './started-app.ts';

// What this process makes, the database's side files too, is for its owner alone.
process.umask(0o077);

/** From sources a breakpoint must not end it. */
const guard = import.meta.url.endsWith('.ts') ? undefined : createStallGuard({ failed: guardFailed });
let app: App | undefined;
let isStopping = false;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
await run();

async function run(): Promise<void> {
  try {
    const { url, firstAdmin } = await whileDatabaseGoesAway(start, {
      waits: (sentence) => console.error(sentence),
      isStopped: () => isStopping,
    });
    if (firstAdmin) console.log(`Primo accesso: ${firstAdmin.username} / ${firstAdmin.password.reveal()}`);
    console.log(`Semaforo pronto su ${url}`);
    guard?.watch();
  } catch (error) {
    // A signal makes the start fail, too; then `stop` ends the process.
    if (isStopping) return;
    console.error(error instanceof StartupError ? error.message : error);
    process.exit(1);
  }
}

/** The server goes on; systemd, where it watches, misses the guard and starts another one. */
function guardFailed(error: Error): void {
  createLogger('error').error({ err: error }, 'the guard of the event loop has failed');
}

/** A start that failed has stopped all that it started: the next one begins with nothing of it. */
async function start(): Promise<Started> {
  app = await createApp(readProcessConfig());
  return app.start();
}

/** Ends the process in order at the first signal, and at once at the second. */
function stop(): void {
  if (isStopping) process.exit(1);
  isStopping = true;
  guard?.stop();
  if (app === undefined) process.exit(0);
  void app.stop().then((isClean) => process.exit(isClean ? 0 : 1));
}
