import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient, logIn } from '@semaforo/client';
import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import { ADMIN } from '@semaforo/testing/credentials';
import type { SeededRandom } from '../truth/seeded-random.ts';
import type { Cluster } from './cluster.ts';

const PASSWORD = 'operatore-di-prova-1';
const PAUSE_MS = 120;
/** Two opposite commands come within ten milliseconds. */
const OPPOSITE_CHANCE = 0.3;
const OPPOSITE_WITHIN_MS = 10;

/** The operators of Comuni with one signal each, who may use any of the servers. */
export type Operators = {
  admins: readonly Client[];
  /** Of the signals that they command. */
  keys: readonly string[];
  /** From now on they command, until `end`, which resolves once all are answered. */
  command: (random: SeededRandom) => { end: () => Promise<void> };
  /** Two opposite commands for one signal on two servers; resolves once both are answered. */
  oppose: (random: SeededRandom) => Promise<void>;
  /** One command to each signal, all confirmed; throws when one is not. */
  confirmAll: (color: SignalColor) => Promise<void>;
  /** The ids of the commands that were answered with success, and how many were asked for. */
  acknowledged: readonly number[];
  requested: () => number;
};

export async function createOperators(cluster: Cluster, keys: readonly string[]): Promise<Operators> {
  const [first] = cluster.servers;
  if (!first) throw new Error('there is no server');
  const admin = await logIn(first, ADMIN);
  const { token: adminToken = '' } = admin as { token?: string };
  const towns: Client[][] = [];
  for (const [index, topic] of keys.entries()) {
    const login = { username: `comune${index + 1}`, password: PASSWORD };
    const { id: userId } = await admin('createUser', { body: login });
    await admin('createDevice', { body: { topic, type: 'semaforo', userId } });
    const { token } = await logIn(first, login);
    towns.push(cluster.servers.map(({ origin }) => createClient({ origin, ...(token && { token }) })));
  }
  const acknowledged: number[] = [];
  let requested = 0;
  const send = async (client: Client | undefined, command: SignalColor) => {
    requested += 1;
    try {
      const answer = await client?.('sendCommand', { query: { type: 'semaforo' }, body: { command } });
      if (answer) acknowledged.push(answer.commandId);
      return answer;
    } catch {
      // Not acknowledged: nothing was promised.
      return undefined;
    }
  };
  const oppose = async (random: SeededRandom) => {
    const town = random.pick(towns);
    const at = random.between(0, town.length - 1);
    const [one, other] = random.happens(0.5) ? (['rosso', 'verde'] as const) : (['verde', 'rosso'] as const);
    await Promise.all([
      send(town[at], one),
      delay(random.between(0, OPPOSITE_WITHIN_MS)).then(() => send(town[(at + 1) % town.length], other)),
    ]);
  };
  return {
    keys,
    admins: cluster.servers.map(({ origin }) => createClient({ origin, token: adminToken })),
    command: (random) => {
      const all: Promise<unknown>[] = [];
      const timer = setInterval(() => {
        if (random.happens(OPPOSITE_CHANCE)) all.push(oppose(random));
        else all.push(send(random.pick(random.pick(towns)), random.pick(SIGNAL_COLORS)));
      }, PAUSE_MS);
      return {
        end: async () => {
          clearInterval(timer);
          await Promise.all(all);
        },
      };
    },
    oppose,
    confirmAll: async (color) => {
      const answers = await Promise.all(towns.map((town, index) => send(town[index % town.length], color)));
      const failed = answers.filter(
        (answer) => answer?.results.some(({ error }) => error !== null) !== false,
      );
      if (failed.length > 0)
        throw new Error(`${failed.length} signals do not obey: ${JSON.stringify(failed)}`);
    },
    acknowledged,
    requested: () => requested,
  };
}
