import { afterEach, expect, test } from 'vitest';
import { createKillableServer, type KillableServer } from './killable-server.ts';

/** No broker listens on this port. The server starts all the same. */
const NO_BROKER_PORT = 9;
const ENDS_WITHIN_MS = 60_000;

let server: KillableServer | undefined;

afterEach(() => server?.remove());

const startWith = async (settings: Record<string, string>) => {
  server = await createKillableServer({ brokerPort: NO_BROKER_PORT, settings });
  server.arm({ point: 'before-claim', pass: 1 });
  return server.start();
};

test('a server that kills itself at its fail point is reported as ended at its point', async () => {
  const life = await startWith({});
  expect(await life.untilEnded(ENDS_WITHIN_MS)).toBe('at its point');
});

test('a server that ends by itself is reported as ended otherwise', async () => {
  const life = await startWith({ COMMAND_CONFIRM_MS: 'poco' });
  expect(await life.untilEnded(ENDS_WITHIN_MS)).toBe('otherwise');
});
