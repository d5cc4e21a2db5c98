import { createApp } from './app.ts';
import { readProcessConfig } from './config.ts';
import { StartupError } from './platform/startup-error.ts';
import type { App } from './started-app.ts';

// What this process makes, the database's side files too, is for its owner alone.
process.umask(0o077);

let isStopping = false;

await run();

async function run(): Promise<void> {
  try {
    const app = await createApp(readProcessConfig());
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(app));
    const { url, firstAdmin } = await app.start();
    if (firstAdmin) console.log(`Primo accesso: ${firstAdmin.username} / ${firstAdmin.password}`);
    console.log(`Semaforo pronto su ${url}`);
  } catch (error) {
    // A signal makes the start fail, too; then `stop` ends the process.
    if (isStopping) return;
    console.error(error instanceof StartupError ? error.message : error);
    process.exit(1);
  }
}

/** Ends the process in order at the first signal, and at once at the second. */
function stop(app: App): void {
  if (isStopping) process.exit(1);
  isStopping = true;
  void app.stop().then((isClean) => process.exit(isClean ? 0 : 1));
}
