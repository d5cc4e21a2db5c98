import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a program was asked by HTTP. */
type ReceivedRequest = {
  method: string;
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
};

/** A server of somebody else's, on loopback, that takes messages by HTTP. */
export type FakeProvider = {
  url: string;
  received: readonly ReceivedRequest[];
  /** From now on it answers so; `hang`: never. */
  answer: (status: number | 'hang', body?: string) => void;
  stop: () => Promise<void>;
};

/** Starts a server that answers 200 to everything and remembers what it was asked. */
export async function startFakeProvider(): Promise<FakeProvider> {
  const received: ReceivedRequest[] = [];
  let current: { status: number | 'hang'; body: string } = { status: 200, body: '{}' };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (some: string) => {
      body += some;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const { status, body: text } = current;
      if (status === 'hang') return;
      received.push({ method, url, headers, body });
      response.writeHead(status).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answer: (status, body = '{}') => {
      current = { status, body };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
