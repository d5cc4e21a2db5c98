import { type Client, logIn } from '@semaforo/client';
import { SOCKET_PATH } from '@semaforo/contract/live/events';
import { until } from '@semaforo/testing/until';
import { Socket } from 'engine.io-client';

/** Pages that hear everything, without what a browser does with it: many fit into the process that measures. */
export type OpenPages = {
  /** How many messages of devices all of them heard so far. */
  received(): number;
  close(): void;
};

/** One user may have 200 pages open at one server. */
const PAGES_PER_USER = 150;
/** A server lets a few strangers at a time say who they are. */
const AT_ONCE = 20;
const CONNECTED_WITHIN_MS = 60_000;
const PASSWORD = 'pagina-di-misura-2026';
/** What Socket.IO writes before the handshake of a page, and before an event. */
const [CONNECT, EVENT] = ['0', '2'];
const MESSAGE = '"topic":';

/** The tokens of as many admins as so many pages of one server need; they are made anew under that name. */
export async function adminsFor(
  pages: number,
  server: { origin: string; admin: Client; name: string },
): Promise<string[]> {
  const tokens: string[] = [];
  for (let number = 1; tokens.length * PAGES_PER_USER < pages; number += 1) {
    const username = `${server.name}${number}`;
    await server.admin('createUser', { body: { username, password: PASSWORD, role: 'admin' } });
    const { token = '' } = await logIn(server, { username, password: PASSWORD });
    tokens.push(token);
  }
  return tokens;
}

/** Opens so many pages, spread over the servers and over their tokens; resolves when all are connected. */
export async function openPages(
  pages: number,
  servers: readonly { origin: string; tokens: readonly string[] }[],
): Promise<OpenPages> {
  let [connected, received] = [0, 0];
  const sockets: Socket[] = [];
  const open = (page: number) => {
    const { origin, tokens } = servers[page % servers.length] ?? { origin: '', tokens: [] };
    const token = tokens[Math.floor(page / servers.length) % tokens.length];
    const socket = new Socket(origin, { path: `${SOCKET_PATH}/`, transports: ['websocket'] });
    socket.on('open', () => void socket.send(`${CONNECT}${JSON.stringify({ token, batch: true })}`));
    socket.on('message', (text: string) => {
      if (text.startsWith(CONNECT)) connected += 1;
      if (text.startsWith(EVENT)) received += timesIn(text, MESSAGE);
    });
    sockets.push(socket);
  };
  const close = () => {
    for (const socket of sockets) socket.close();
  };
  try {
    while (sockets.length < pages) {
      for (let each = 0; each < AT_ONCE && sockets.length < pages; each += 1) open(sockets.length);
      await until('these pages are connected', () => connected === sockets.length, CONNECTED_WITHIN_MS);
    }
  } catch (error) {
    close();
    throw error;
  }
  return { received: () => received, close };
}

function timesIn(text: string, part: string): number {
  let [times, at] = [0, text.indexOf(part)];
  while (at >= 0) {
    times += 1;
    at = text.indexOf(part, at + part.length);
  }
  return times;
}
