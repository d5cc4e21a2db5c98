import { type Client, logIn } from '@semaforo/client';
import { type LiveSocket, openLiveSocket } from '@semaforo/client/live-socket';
import type { Command } from '@semaforo/contract/api/commands';
import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import { inChunks } from '@semaforo/server/database/in-chunks';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import type { SeededSignal } from './seeded-rows.ts';

/** Pages of operators that stay open. */
export async function openPages(options: {
  origin: string;
  signals: readonly SeededSignal[];
  count: number;
}) {
  const { origin, signals, count } = options;
  const owners = [...new Set(signals.map(({ owner }) => owner))].slice(0, count);
  const sockets: LiveSocket[] = [];
  for (const username of owners) {
    const { token = '' } = await logIn({ origin }, { username, password: ADMIN.password });
    sockets.push(openLiveSocket({ origin, token, batch: true, transports: ['websocket'] }));
  }
  return {
    close: () => {
      for (const socket of sockets) socket.close();
    },
  };
}

/** The alert of noon, as the page of the admin who gives it sees it. */
export function followAlert(origin: string, admin: Client) {
  const socket = openLiveSocket({ origin, token: admin.token ?? '', batch: true, transports: ['websocket'] });
  const confirmedAt = new Map<number, number>();
  let [total, pressedAt] = [0, Number.NaN];
  socket.on('command_progress', (progress) => {
    for (const { id, state } of progress.flatMap(({ deliveries }) => deliveries))
      if (state === 'confermato' && !confirmedAt.has(id)) confirmedAt.set(id, performance.now());
  });
  const tooks = () => [...confirmedAt.values()].map((at) => at - pressedAt);
  return {
    unconfirmed: () => total - confirmedAt.size,
    /** Presses rosso for all of them, in as many commands as that needs; resolves to their ids. */
    send: async (deviceIds: readonly number[], inOne: number): Promise<number[]> => {
      total = deviceIds.length;
      pressedAt = performance.now();
      const sent = [...inChunks(deviceIds, inOne)].map((some) =>
        admin('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso', deviceIds: some } }),
      );
      return (await Promise.all(sent)).map(({ commandId }) => commandId);
    },
    /** The commands, once nothing of them is under way. */
    ended: async (commandIds: readonly number[], withinMs: number): Promise<Command[]> => {
      const read = () =>
        Promise.all(commandIds.map((commandId) => admin('getCommand', { params: { commandId } })));
      const open = (command: Command) => command.deliveries.some(({ state }) => isUnderWay(state));
      await until('the alert has ended', async () => !(await read()).some(open), withinMs).catch(
        () => undefined,
      );
      return read();
    },
    laterThan: (ms: number) => tooks().filter((took) => took > ms).length,
    tookMs: () => tooks().reduce((longest, took) => Math.max(longest, took), 0),
    close: () => void socket.close(),
  };
}
