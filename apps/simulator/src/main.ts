import { readCommandLine, type SimulationOptions, USAGE } from './command-line.ts';
import { createFleet } from './fleet.ts';

async function simulate({ broker, devices, ...options }: SimulationOptions) {
  const address = `${broker.host}:${broker.port}`;
  let lastTrouble = '';
  const fleet = createFleet({
    broker,
    devices,
    ...options,
    onTrouble(reason) {
      if (reason !== lastTrouble) console.error(`Broker ${address}: ${reason}; riprovo`);
      lastTrouble = reason;
    },
  });
  const stop = () => void fleet.stop().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  await fleet.start();
  console.log(`${devices.length} dispositivi simulati su ${address}`);
}

try {
  const asked = readCommandLine(process.argv.slice(2), process.env);
  if (asked === 'help') console.log(USAGE);
  else await simulate(asked);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
