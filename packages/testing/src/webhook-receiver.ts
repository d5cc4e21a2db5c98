import { createServer } from 'node:http';

/** A delivery as it came. */
export type ReceivedDelivery = {
  event: string;
  delivery: string;
  signature: string;
  body: string;
  json: { id: string; event: string; at: string; data: Record<string, unknown> };
};

export type WebhookReceiver = {
  url: string;
  received: ReceivedDelivery[];
  /** From now on it answers with that status, and sends callers that are redirected to `location`. */
  answer: (status: number, location?: string) => void;
  stop: () => Promise<void>;
};

/** Another system that keeps what it is sent. It listens on loopback. */
export async function startReceiver(port = 0): Promise<WebhookReceiver> {
  const received: ReceivedDelivery[] = [];
  let status = 200;
  let location: string | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const header = (name: string) => String(request.headers[name]);
      received.push({
        ...{ event: header('semaforo-event'), delivery: header('semaforo-delivery') },
        ...{ signature: header('semaforo-signature'), body },
        json: JSON.parse(body || '{}') as ReceivedDelivery['json'],
      });
      response.writeHead(status, location === undefined ? {} : { location }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}/avvisi`,
    received,
    answer: (next, to) => {
      status = next;
      location = to;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
