import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** How a channel's server is out of order. */
export const OUTAGES = ['refuses connections', 'cuts connections', 'answers 503', 'answers 401'] as const;
export type Outage = (typeof OUTAGES)[number];

const STATUSES: Partial<Record<Outage, number>> = { 'answers 503': 503, 'answers 401': 401 };

/** A server of a channel: what it took, and how it is out of order. */
export type Receiver = {
  url: string;
  /** The messages that it took, as they came. */
  taken: string[];
  breakDown: (how: Outage) => Promise<void>;
  mend: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts a server on loopback that takes every message until it breaks down. */
export async function startReceiver(): Promise<Receiver> {
  const taken: string[] = [];
  let how: Outage | undefined;
  let server: Server | undefined;
  const answer = (body: string, response: ServerResponse) => {
    const status = how === undefined ? 200 : STATUSES[how];
    if (status === 200) taken.push(body);
    if (status === undefined) response.socket?.destroy();
    else response.writeHead(status).end();
  };
  const open = (port: number) =>
    new Promise<number>((resolve) => {
      const opened = createServer((request, response) => {
        void text(request).then((body) => answer(body, response));
      });
      server = opened;
      opened.listen(port, '127.0.0.1', () => resolve((opened.address() as AddressInfo).port));
    });
  const close = () =>
    new Promise<void>((resolve) => {
      server?.close(() => resolve());
      server?.closeAllConnections();
    });
  const port = await open(0);
  return {
    url: `http://127.0.0.1:${port}`,
    taken,
    breakDown: async (outage) => {
      how = outage;
      if (outage === 'refuses connections') await close();
    },
    mend: async () => {
      if (how === 'refuses connections') await open(port);
      how = undefined;
    },
    stop: async () => {
      if (how !== 'refuses connections') await close();
    },
  };
}
