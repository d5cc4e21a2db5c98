import { type Client, logIn } from '@semaforo/client';
import { inChunks } from '@semaforo/server/database/in-chunks';
import type { Square } from './square.ts';

/** So few that one Comune never has more open alerts than it may. */
const SQUARES_PER_COMUNE = 25;
const PASSWORD = 'una-parola-lunga-per-le-piazze';

/** Founds a Comune for some squares at a time, on a running server, as its administrator would. */
export async function foundSquares(
  server: { origin: string },
  admin: Client,
  keys: readonly string[],
): Promise<Square[]> {
  const squares: Square[] = [];
  for (const ofComune of inChunks(keys, SQUARES_PER_COMUNE)) {
    const username = `comune-${squares.length + 1}`;
    const { id } = await admin('createUser', { body: { username, password: PASSWORD } });
    const author = { id, username, client: await logIn(server, { username, password: PASSWORD }) };
    for (const key of ofComune) {
      const device = await admin('createDevice', { body: { topic: key, type: 'semaforo', userId: id } });
      squares.push({ key, deviceId: device.id, author, alerts: [], expected: [] });
    }
  }
  return squares;
}
