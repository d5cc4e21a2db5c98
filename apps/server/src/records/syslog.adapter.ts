import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { connect as connectOverTcp, isIP, type Socket } from 'node:net';
import { connect as connectOverTls } from 'node:tls';
import type { SendSyslog } from './audit-syslog.ts';

const WITHIN_MS = 10_000;
/** A collector that has read all closes at once, as a rule. */
const CLOSED_WITHIN_MS = 3000;

/** Where the audit goes besides; `ca`: the file of the authority to trust, in place of those of the system. */
export type SyslogTarget = {
  protocol: 'tls' | 'tcp' | 'udp';
  host: string;
  port: number;
  caFile: string | undefined;
};

/**
 * Over TCP and TLS the messages are counted in octets (RFC 5425, RFC 6587), one connection for each call: when it was
 * closed in order the collector had them, while one that stays open says nothing of what was read.
 */
export function createSyslogCollector(target: SyslogTarget): SendSyslog {
  const { protocol, host, port, caFile } = target;
  if (protocol === 'udp') return (messages) => sendDatagrams({ host, port }, messages);
  return (messages) => {
    const bytes = Buffer.concat(messages.map(counted));
    if (protocol === 'tcp') return sendOver(connectOverTcp({ host, port }), 'connect', bytes);
    const ca = caFile === undefined ? {} : { ca: readFileSync(caFile) };
    const name = isIP(host) === 0 ? { servername: host } : {};
    return sendOver(connectOverTls({ host, port, ...ca, ...name }), 'secureConnect', bytes);
  };
}

function counted(message: string): Buffer {
  const bytes = Buffer.from(message);
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
}

function sendOver(socket: Socket, ready: 'connect' | 'secureConnect', bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let isSent = false;
    const fail = (reason: string) => reject(new Error(reason));
    socket.setTimeout(WITHIN_MS, () => {
      if (!isSent) fail('il raccoglitore non risponde');
      socket.destroy();
    });
    socket.once(ready, () =>
      socket.end(bytes, () => {
        isSent = true;
        socket.setTimeout(CLOSED_WITHIN_MS);
      }),
    );
    socket.once('error', reject);
    socket.once('close', () => (isSent ? resolve() : fail('il raccoglitore ha chiuso il collegamento')));
    socket.resume();
  });
}

async function sendDatagrams(
  { host, port }: { host: string; port: number },
  messages: readonly string[],
): Promise<void> {
  const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4');
  try {
    for (const message of messages) {
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.send(message, port, host, (error) => (error ? reject(error) : resolve()));
      });
    }
  } finally {
    socket.close();
  }
}
