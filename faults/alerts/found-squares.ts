import { type Client, logIn } from '@semaforo/client';
import { inChunks } from '@semaforo/server/database/in-chunks';
import type { AlertCrash } from './alert-crashes.ts';
import type { Square } from './square.ts';

/** So few that one Comune never has more open alerts than it may. */
const SQUARES_PER_COMUNE = 25;
const PASSWORD = 'una-parola-lunga-per-le-piazze';

/** Founds a Comune for some squares at a time, on a running server, as its administrator would. */
export async function foundSquares(
  server: { origin: string },
  admin: Client,
  plan: readonly AlertCrash[],
): Promise<Square[]> {
  const squares: Square[] = [];
  for (const crashes of inChunks(plan, SQUARES_PER_COMUNE)) {
    const username = `comune-${crashes[0]?.number}`;
    const { id } = await admin('createUser', { body: { username, password: PASSWORD } });
    const author = { id, username, client: await logIn(server, { username, password: PASSWORD }) };
    for (const crash of crashes) {
      const key = `/3/piazza/s${crash.number}`;
      const device = await admin('createDevice', { body: { topic: key, type: 'semaforo', userId: id } });
      squares.push({ crash, key, deviceId: device.id, author, alerts: [], plans: [], expected: [] });
    }
  }
  return squares;
}
