import { readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { createAuthority, hasOpenssl } from '@semaforo/testing/certificates';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NOW, SERVER_ID } from '../../test/acts.ts';
import { createTestDatabase, testEngines } from '../../test/test-database.ts';
import { createTestLogger } from '../../test/test-logger.ts';
import { appendAudit, PROGRAM } from '../database/audit-trail.ts';
import { createLease } from '../database/lease.ts';
import { createAuditExportsRepository } from './audit-exports.repository.ts';
import { createAuditSyslog } from './audit-syslog.ts';
import { sealAudit } from './seal-audit.ts';
import { createSyslogCollector, type SyslogTarget } from './syslog.adapter.ts';
import { toSyslogMessage } from './syslog-message.ts';

/** Takes the octet-counted messages of a stream apart; throws when they are not. */
function messagesIn(bytes: Buffer): string[] {
  const messages: string[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const [head = '', length = ''] = /^(\d+) /.exec(rest.subarray(0, 12).toString()) ?? [];
    if (head === '') throw new Error(`no count in ${rest.subarray(0, 40).toString()}`);
    messages.push(rest.subarray(head.length, head.length + Number(length)).toString());
    rest = rest.subarray(head.length + Number(length));
  }
  return messages;
}

const idOf = (message: string) => Number(/\[audit@32473 id="(\d+)"/.exec(message)?.[1]);

describe.skipIf(!hasOpenssl).each(testEngines())('the audit in a collector, on %s', (engine) => {
  const prepare = async () => {
    const database = await createTestDatabase(engine);
    onTestFinished(() => database.close());
    const authority = createAuthority();
    onTestFinished(authority.remove);
    const { file, keyFile } = authority.issue('localhost');
    const received: Buffer[] = [];
    const listen = async (port = 0): Promise<{ server: Server; port: number }> => {
      const options = { cert: readFileSync(file), key: readFileSync(keyFile) };
      const server = createTlsServer(options, (socket) => {
        socket.on('data', (chunk: Buffer) => received.push(chunk));
        socket.on('error', () => undefined);
      });
      await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
      onTestFinished(() => void server.close());
      return { server, port: (server.address() as AddressInfo).port };
    };
    const logger = createTestLogger();
    let laterMs = 0;
    const repository = createAuditExportsRepository(database.db);
    const follow = (target: SyslogTarget) => {
      const syslog = createAuditSyslog({
        ...{ repository, logger, everyMs: 10, clock: { now: () => NOW + laterMs } },
        lease: createLease(database.db, 'audit-syslog', SERVER_ID),
        send: createSyslogCollector(target),
      });
      syslog.start();
      onTestFinished(() => syslog.stop());
      return syslog;
    };
    const write = async (reason: string) => {
      await appendAudit(database.db, { at: NOW, author: PROGRAM, action: 'prova.riga', after: { reason } });
      await sealAudit(database, { everywhere: true });
    };
    return {
      ...{ authority, listen, follow, write, repository, logger },
      messages: () => messagesIn(Buffer.concat(received)),
      later: (ms: number) => {
        laterMs += ms;
      },
    };
  };

  test('is there once and in order, also after the collector was away and the server began again', async () => {
    const { authority, listen, follow, write, messages, later, repository, logger } = await prepare();
    const first = await listen();
    const target = { protocol: 'tls', host: 'localhost', port: first.port, caFile: authority.file } as const;
    for (const word of ['uno', 'due "città"]', 'tre']) await write(word);
    const syslog = follow(target);
    await until('three are there', () => messages().length === 3);
    await until('it is noted', async () => (await repository.countWaiting()) === 0);
    first.server.close();
    await write('quattro');
    await until('it is visible', async () => ((await repository.find('syslog'))?.failure ?? null) !== null);
    expect(await repository.countWaiting()).toBe(1);
    await syslog.stop();

    await listen(first.port);
    await write('cinque');
    later(5000);
    follow(target);
    await until('the others are there', () => messages().length === 5);
    await until('nothing is wrong', async () => (await repository.find('syslog'))?.failure === null);
    expect(messages().map(idOf)).toEqual([1, 2, 3, 4, 5]);
    expect(messages()[1]).toMatch(
      /^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ semaforo - prova\.riga \[audit@32473 id="2"/,
    );
    expect(messages()[1]).toContain('due \\\\\\"città\\\\\\"]');
    expect(logger.entries).toEqual(['the collector does not take the audit']);
  });

  test('is sent to no one whose certificate is not that of the host, or of an unknown authority', async () => {
    const { authority, listen, follow, write, messages, repository } = await prepare();
    const { port } = await listen();
    await write('uno');
    const untrusted = follow({ protocol: 'tls', host: 'localhost', port, caFile: undefined });
    await until('it is refused', async () => ((await repository.find('syslog'))?.failure ?? null) !== null);
    await untrusted.stop();
    expect(messages()).toEqual([]);
    const wrongHost = createSyslogCollector({
      ...{ protocol: 'tls', host: '127.0.0.1', port, caFile: authority.file },
    });
    await expect(wrongHost(['x'])).rejects.toThrow(/altnames|ECONNREFUSED/);
  });
});

test('a collector that cannot be reached, or closes before it has read, rejects', async () => {
  const port = await freePort();
  const send = createSyslogCollector({ protocol: 'tcp', host: '127.0.0.1', port, caFile: undefined });
  await expect(send(['uno'])).rejects.toThrow('ECONNREFUSED');
});

test('a refused act has the severity of a warning, and no field breaks out of its place', () => {
  const row = {
    ...{ id: 7, at: NOW, user_id: null, username: 'a', address: null, action: 'x y"]', target: null },
    ...{ before: null, after: null, outcome: 'rifiutata' as const, code: null, reason: 'a\nb', times: 1 },
    ...{ position: 7, hash: 'f00' },
  };
  expect(toSyslogMessage(row, 'città')).toMatch(
    /^<108>1 \S+ citt_ semaforo - x_y"\] \[audit@32473 id="7" position="7" seal="f00" outcome="rifiutata"\] \ufeff\{"id":7.*"a\\nb"/,
  );
});
