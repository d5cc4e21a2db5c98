// The attacker, in a process of its own: `tsx faults/doors/broker-attacker.ts NAME PORT USERNAME PASSWORD`.
// It goes on until it is killed, and prints what it has done each second.
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { generate, type Packet } from 'mqtt-packet';
import { createSeededRandom } from '../truth/seeded-random.ts';

export const EVIL_KEY = '/3/evil/s1';

type Target = { port: number; username: string; password: string };
let done = 0;

/** Each begins an attack that goes on by itself; `done` counts what it does. */
const ATTACKS = {
  /** One byte with QoS 0 as fast as the sockets take it, over as many connections as a log-in has. */
  flood: (target: Target) => {
    const burst = Buffer.concat(Array.from({ length: 1000 }, () => generate(publishPacket('out1', 0))));
    for (let each = 0; each < 4; each += 1) {
      void again(target, async (socket) => {
        while (!socket.destroyed) {
          done += 1000;
          if (!socket.write(burst)) await drained(socket);
        }
      });
    }
  },
  /** Large messages with QoS 2 that are never ended. */
  halves: (target: Target) =>
    again(target, async (socket) => {
      for (let id = 1; id < 60_000 && !socket.destroyed; id += 1, done += 1) {
        if (!socket.write(generate(publishPacket('out1', 2, 15_000, id)))) await drained(socket);
      }
    }),
  /** Twenty thousand kept topics, then filters without end. */
  filters: (target: Target) =>
    again(target, async (socket) => {
      for (let topic = 0; topic < 20_000 && !socket.destroyed; topic += 1) {
        if (!socket.write(generate({ ...publishPacket(`k${topic}`, 0), retain: true })))
          await drained(socket);
      }
      for (let id = 1; !socket.destroyed; id = (id % 60_000) + 1, done += 200) {
        const subscriptions = Array.from({ length: 200 }, (_, index) => ({
          topic: `${EVIL_KEY}/o${id}x${index}/set`,
          qos: 0 as const,
        }));
        if (!socket.write(generate({ cmd: 'subscribe', messageId: id, subscriptions })))
          await drained(socket);
      }
    }),
  /** Fifty at once with a wrong password, again and again. */
  guesses: (target: Target) => {
    for (let each = 0; each < 50; each += 1) {
      void again({ ...target, password: `wrong ${each}` }, async (socket) => {
        done += 1;
        while (!socket.destroyed) await delay(5);
      });
    }
  },
  /** Connections that never say anything. */
  silence: async ({ port }: Target) => {
    for (;;) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      done += 1;
      await delay(2);
    }
  },
  /** Valid packets with some bytes changed. */
  odd: (target: Target) => {
    const random = createSeededRandom(7);
    const below = (count: number) => Math.floor(random.next() * count);
    for (let each = 0; each < 20; each += 1) {
      void again(target, async (socket) => {
        for (let sent = 0; sent < 50 && !socket.destroyed; sent += 1, done += 1) {
          const packet = generate(PACKETS[below(PACKETS.length)] ?? { cmd: 'pingreq' });
          for (let changes = below(3); changes > 0; changes -= 1) packet[below(packet.length)] = below(256);
          if (!socket.write(packet)) await drained(socket);
        }
        await delay(5);
      });
    }
  },
} satisfies Record<string, (target: Target) => unknown>;

export type BrokerAttackName = keyof typeof ATTACKS;

export const ATTACK_NAMES = Object.keys(ATTACKS) as BrokerAttackName[];

function publishPacket(
  channel: string,
  qos: 0 | 1 | 2,
  length = 1,
  messageId = 1,
): Packet & { cmd: 'publish' } {
  const payload = Buffer.alloc(length, '1');
  const packet = {
    cmd: 'publish' as const,
    topic: `${EVIL_KEY}/${channel}`,
    payload,
    qos,
    retain: false,
    dup: false,
  };
  return qos === 0 ? packet : { ...packet, messageId };
}

const PACKETS: readonly Packet[] = [
  publishPacket('out1', 0),
  publishPacket('out1', 1),
  publishPacket('out1', 2),
  { cmd: 'pubrel', messageId: 1 },
  { cmd: 'puback', messageId: 1 },
  { cmd: 'subscribe', messageId: 2, subscriptions: [{ topic: `${EVIL_KEY}/+/set`, qos: 1 }] },
  { cmd: 'unsubscribe', messageId: 3, unsubscriptions: [`${EVIL_KEY}/+/set`] },
  { cmd: 'pingreq' },
  { cmd: 'disconnect' },
  { cmd: 'connect', clientId: 'odd', protocolId: 'MQTT', protocolVersion: 4, clean: true, keepalive: 60 },
];

/** Connects, logs in, attacks, and connects again when it is cut off. */
async function again(target: Target, attack: (socket: Socket) => Promise<void>): Promise<never> {
  for (;;) {
    const socket = connect(target.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write(generate(logIn(target)));
    await attack(socket);
    socket.destroy();
    await delay(1);
  }
}

function logIn({ username, password }: Target): Packet {
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
    clientId: `evil-${process.pid}-${Math.random()}`,
    username,
    password: Buffer.from(password),
  };
}

/** Resolves when the socket takes more, or is gone. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      socket.off('drain', go);
      socket.off('close', go);
      resolve();
    };
    socket.on('drain', go);
    socket.on('close', go);
    if (socket.destroyed) go();
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name = '', port = '', username = '', password = ''] = process.argv.slice(2);
  void ATTACKS[name as BrokerAttackName]({ port: Number(port), username, password });
  setInterval(() => process.stdout.write(`${done}\n`), 1000);
}
