import { connect } from 'node:net';
import { createSeededRandom, type SeededRandom } from '../truth/seeded-random.ts';
import type { Attack } from './attack.ts';
import { startAttackedConsole, watchHealth } from './attacked-console.ts';

const REQUESTS = 20_000;
const AT_ONCE = 20;
const GIVE_UP_MS = 5000;
const RSS_LIMIT_MB = 400;

const PATHS = [
  'GET /api/user/me',
  'GET /api/device-status?type=semaforo',
  'GET /api/commands/history?limit=10',
  'PUT /api/user/settings',
  'POST /api/schedule',
  'POST /api/devices/command',
  'POST /api/login',
  'GET /socket.io/?EIO=4&transport=polling',
  'DELETE /api/schedule/1',
];
const BODIES = [
  '{"map_a":"1"}',
  '{"command":"rosso"}',
  '{"color":"rosso","datetime":"2027-01-01T10:00"}',
  '',
];
const ODD = [
  '\0',
  '\r\n',
  '%',
  '"',
  '{',
  '\uFFFD',
  '-1',
  '9'.repeat(30),
  'Content-Length: 5\r\n',
  '/../',
  ':',
  ' ',
];

/** Requests of which single bytes, pieces or lengths are changed at random. */
export const mutationAttack: Attack = {
  name: `${REQUESTS} mutated requests`,
  bound: 'no exit, no 5xx but a deliberate 503',
  run: async () => {
    const attacked = await startAttackedConsole();
    try {
      const watch = watchHealth(attacked);
      const random = createSeededRandom('mutated requests');
      const port = Number(new URL(attacked.origin).port);
      const statuses = new Map<string, number>();
      let left = REQUESTS;
      const workers = Array.from({ length: AT_ONCE }, async () => {
        while (left > 0) {
          left -= 1;
          const status = await exchange(port, mutated(random, attacked.mario.token ?? ''));
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      });
      await Promise.all(workers);
      const health = await watch.stop();
      const bad = [...statuses].filter(([status]) => status.startsWith('5') && status !== '503');
      return {
        figures: { ...Object.fromEntries([...statuses].sort()), ...health },
        violations: [
          ...bad.map(([status, count]) => `${count} answers of ${status}`),
          ...(health.rssMaxMb > RSS_LIMIT_MB ? [`${health.rssMaxMb} MB`] : []),
        ],
      };
    } finally {
      await attacked.stop();
    }
  },
};

function mutated(random: SeededRandom, token: string): string {
  const body = random.pick(BODIES);
  let text =
    `${random.pick(PATHS)} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
  for (let changes = random.between(1, 4); changes > 0; changes -= 1) {
    const at = random.between(0, text.length - 1);
    const length = random.between(0, 3);
    text = text.slice(0, at) + random.pick(ODD) + text.slice(at + length);
  }
  return text;
}

/** The status of the answer; `none` when the connection was closed without one, `late` when nothing happened. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    const end = (status: string) => {
      socket.destroy();
      resolve(status);
    };
    socket.setTimeout(GIVE_UP_MS, () => end('late'));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('error', () => end('none'));
    socket.on('close', () => end(/^HTTP\/1.1 (\d{3})/.exec(answer)?.[1] ?? 'none'));
  });
}
