// The reference of api.bench.ts: a Fastify with nothing around it, in its own process. It has two routes: one answers
// bytes that are ready, the other only authenticates, with the token and users of the measured server.
import { readFileSync } from 'node:fs';
import { openDatabase } from '@semaforo/server/database/engine';
import { systemClock } from '@semaforo/server/platform/clock';
import { loadSecrets } from '@semaforo/server/platform/secrets';
import { createAuthenticate } from '@semaforo/server/users/authenticate';
import { createTokens } from '@semaforo/server/users/tokens.adapter';
import { createUsersRepository } from '@semaforo/server/users/users.repository';
import { fastify } from 'fastify';

const [port = '', dataDir = '', bytesFile = ''] = process.argv.slice(2);
const bytes = readFileSync(bytesFile);
const { db, engine } = openDatabase({ databaseUrl: undefined, dataDir });
const authenticate = createAuthenticate({
  tokens: createTokens({ key: loadSecrets({ secretKey: undefined, dataDir }).tokenKey, clock: systemClock }),
  repository: createUsersRepository(db, engine),
});

const server = fastify();
server.get('/bytes', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
server.get('/authenticated', async (request, reply) => {
  const session = await authenticate((request.headers.authorization ?? '').slice('Bearer '.length));
  return session ? { ok: true } : reply.code(401).send();
});
const url = await server.listen({ host: '127.0.0.1', port: Number(port) });
console.log(`pronto su ${url}`);
