// Holds so many open public pages, each from a network of its own, and reads the page again after each change, as the
// script of the page does. Speaks with the bench by messages.
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** As the page does: page-assets.ts. */
const SPREAD_MS = 5000;
/** A change that came to all of them; times are epoch milliseconds. */
export type Told = { kind: 'told'; at: readonly number[]; readsMs: readonly number[] };

const [origin = '', slug = '', many = '0'] = process.argv.slice(2);
const { hostname, port, host } = new URL(origin);
const readers = Number(many);
const sockets: Socket[] = [];
let open = 0;
let at: number[] = [];
let readsMs: number[] = [];

const addressOf = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;

function openPage(index: number): void {
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.write(
    `GET /c/${slug}/events HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${addressOf(index)}\r\nAccept: text/event-stream\r\n\r\n`,
  );
  let isOpen = false;
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    if (!isOpen && text.includes('event: alive')) {
      isOpen = true;
      open += 1;
      if (open === readers) process.send?.({ kind: 'open' });
    }
    if (!text.includes('event: changed')) return;
    at.push(Date.now());
    setTimeout(() => readPage(index), Math.random() * SPREAD_MS);
  });
  socket.on('error', (error) => process.send?.({ kind: 'failed', reason: error.message }));
}

function readPage(index: number): void {
  const startedAt = performance.now();
  const headers = { 'x-forwarded-for': addressOf(index), 'accept-encoding': 'gzip' };
  const reading = request(`${origin}/c/${slug}`, { headers, agent: false }, (answer) => {
    answer.resume();
    answer.on('end', () => {
      if (answer.statusCode !== 200) process.send?.({ kind: 'failed', reason: String(answer.statusCode) });
      readsMs.push(performance.now() - startedAt);
      tell();
    });
  });
  reading.on('error', (error) => process.send?.({ kind: 'failed', reason: error.message }));
  reading.end();
}

function tell(): void {
  if (readsMs.length < readers) return;
  process.send?.({ kind: 'told', at, readsMs } satisfies Told);
  at = [];
  readsMs = [];
}

process.on('message', () => {
  for (const socket of sockets) socket.destroy();
  process.exit();
});
for (let index = 0; index < readers; index += 1) setTimeout(() => openPage(index), index / 2);
