// The reference of api.bench.ts: a Fastify with nothing around it, in its own process. It has two routes: one answers
// bytes that are ready, the other only authenticates, with the token and users of the measured server.
import { readFileSync } from 'node:fs';
import { openDatabase } from '@semaforo/server/database/engine';
import { systemClock } from '@semaforo/server/platform/clock';
import { createLogger } from '@semaforo/server/platform/logger';
import { Refusal } from '@semaforo/server/platform/refusal';
import { loadSecrets } from '@semaforo/server/platform/secrets';
import { createAuthenticate } from '@semaforo/server/users/authenticate';
import { createSessionsRepository } from '@semaforo/server/users/sessions.repository';
import { createTokens } from '@semaforo/server/users/tokens.adapter';
import { fastify } from 'fastify';

const [port = '', dataDir = '', bytesFile = ''] = process.argv.slice(2);
const bytes = readFileSync(bytesFile);
const { db } = openDatabase({ databaseUrl: undefined, dataDir });
const authenticate = createAuthenticate({
  tokens: createTokens({ key: loadSecrets({ secretKey: undefined, dataDir }).tokenKey, clock: systemClock }),
  sessions: createSessionsRepository(db),
  isRequiredOf: () => false,
  idleMs: Number.POSITIVE_INFINITY,
  clock: systemClock,
  logger: createLogger('warn'),
});

const server = fastify();
server.get('/bytes', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
server.get('/authenticated', async (request, reply) => {
  const session = await authenticate((request.headers.authorization ?? '').slice('Bearer '.length));
  return session instanceof Refusal ? reply.code(401).send() : { ok: true };
});
const url = await server.listen({ host: '127.0.0.1', port: Number(port) });
console.log(`pronto su ${url}`);
