import { readCommandLine, type SimulationOptions, USAGE } from './command-line.ts';
import type { DeviceLogin } from './device-logins.ts';
import { createFleet } from './fleet.ts';
import { makeLogins } from './make-logins.ts';
import { createReferenceBoard } from './reference-board.ts';
import type { DeviceSpec } from './simulated-device.ts';
import { createFlood, type Water } from './water.ts';

async function simulate({ broker, devices: listed, console: made, board, ...options }: SimulationOptions) {
  const keys = listed.map(({ key }) => key);
  const logins = made && (await makeLogins(made, keys));
  const flood = createFlood(FLOOD_CM_A_SECOND);
  const devices = listed.map((device) => withLogin(withFlood(device, flood.water), logins?.get(device.key)));
  process.on('SIGUSR2', flood.toggle);
  const address = `${broker.host}:${broker.port}`;
  const isOnBoard = ({ type }: DeviceSpec) => board !== undefined && type === 'semaforo';
  const boards = devices.filter(isOnBoard).map(({ key, login }) =>
    createReferenceBoard({
      program: board ?? '',
      key,
      broker: { ...broker, ...(login && { ...login, clientId: login.username }) },
    }),
  );
  let lastTrouble = '';
  const fleet = createFleet({
    broker,
    devices: devices.filter((device) => !isOnBoard(device)),
    ...options,
    onTrouble(reason) {
      if (reason !== lastTrouble) console.error(`Broker ${address}: ${reason}; riprovo`);
      lastTrouble = reason;
    },
  });
  const stop = () =>
    void Promise.all([fleet.stop(), ...boards.map((one) => one.cutPower())]).then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  await Promise.all([fleet.start(), ...boards.map((one) => one.powerUp())]);
  console.log(`${devices.length} dispositivi simulati su ${address}`);
}

/** Fast enough to be looked at. */
const FLOOD_CM_A_SECOND = 1.5;

/** With the signal SIGUSR2 its water rises, with the next one it falls. */
function withFlood(device: DeviceSpec, flood: Water): DeviceSpec {
  const { water } = device;
  return water ? { ...device, water: (at) => water(at) + flood(at) } : device;
}

function withLogin(device: DeviceSpec, login: DeviceLogin | undefined): DeviceSpec {
  return login ? { ...device, login } : device;
}

try {
  const requested = readCommandLine(process.argv.slice(2), process.env);
  if (requested === 'help') console.log(USAGE);
  else await simulate(requested);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
