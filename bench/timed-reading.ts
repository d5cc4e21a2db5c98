import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** One answer: how long until its last byte came, how many bytes it had, and what it was. */
export type Reading = { ms: number; bytes: number; status: number; tag: string | undefined };

/** Reads an address and throws the bytes away. Rejects when the connection breaks. */
export function readTimed(url: string, headers: Record<string, string> = {}): Promise<Reading> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const requested = request(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      response.once('error', reject);
      response.once('end', () => {
        const { statusCode: status = 0 } = response;
        resolve({ ms: performance.now() - startedAt, bytes, status, tag: response.headers.etag });
      });
    });
    requested.once('error', reject).end();
  });
}
