import { createServer, type Socket } from 'node:net';

export type FakeSmtp = {
  url: string;
  /** What was taken, the oldest first: to whom, and the message as it came. */
  mails: { to: string; text: string }[];
  /** From now on it refuses every message, or takes them again. */
  refuse: (refuses: boolean) => void;
  stop: () => Promise<void>;
};

/** A mail server that keeps what it takes. It listens on loopback. */
export async function startFakeSmtp(): Promise<FakeSmtp> {
  const mails: FakeSmtp['mails'] = [];
  const sockets = new Set<Socket>();
  let refuses = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    serve(socket, mails, () => refuses);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    refuse: (next) => {
      refuses = next;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Enough of RFC 5321 for one message after the other. */
function serve(socket: Socket, mails: FakeSmtp['mails'], refuses: () => boolean): void {
  const report = (line: string) => socket.write(`${line}\r\n`);
  let to = '';
  let message: string[] | undefined;
  let rest = '';
  const take = (line: string) => {
    if (message) {
      if (line !== '.') return void message.push(line);
      mails.push({ to, text: message.join('\n') });
      message = undefined;
      return report('250 taken');
    }
    if (/^RCPT TO/i.test(line)) to = /<(.*)>/.exec(line)?.[1] ?? '';
    if (/^MAIL/i.test(line) && refuses()) return report('451 not now');
    if (/^DATA/i.test(line)) {
      message = [];
      return report('354 go on');
    }
    return /^QUIT/i.test(line) ? socket.end('221 bye\r\n') : report('250 ok');
  };
  report('220 prova');
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('utf8')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}
