import type { Route } from '@semaforo/contract/api/route';
import { routesByWord } from '@semaforo/contract/api/routes';
import { fastify } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { createTimeSlices } from '../platform/time-slices.ts';
import { readVersion } from '../version.ts';
import { completeDocument } from './openapi-completion.ts';
import { describeOperation, toJsonSchemas } from './openapi-operation.ts';
import type { OpenApiDocument } from './openapi-types.ts';

/** The tags of the document, in the order of its page. */
const TAGS: readonly { name: string; routes: Record<string, Route> }[] = [
  { name: 'Dispositivi', routes: routesByWord.devices },
  { name: 'Credenziali', routes: routesByWord.credentials },
  { name: 'Gruppi', routes: routesByWord.groups },
  { name: 'Comandi', routes: routesByWord.commands },
  { name: 'Seconda persona', routes: routesByWord.approvals },
  { name: 'Prova lampade', routes: routesByWord.lamptests },
  { name: 'Pianificazioni', routes: routesByWord.schedules },
  { name: 'Allerte', routes: routesByWord.alerts },
  { name: 'Misuratori', routes: routesByWord.sensors },
  { name: 'Zone di allerta', routes: routesByWord.zones },
  { name: 'Piani ricorrenti', routes: routesByWord.plans },
  { name: 'Bollettini', routes: routesByWord.bulletins },
  { name: 'Mappa', routes: routesByWord.map },
  { name: 'Utenti', routes: routesByWord.users },
  { name: 'Impostazioni', routes: routesByWord.settings },
  { name: 'Broker', routes: routesByWord.broker },
  { name: 'Bot', routes: routesByWord.bot },
  { name: 'Registro', routes: routesByWord.audit },
  { name: 'Copie di sicurezza', routes: routesByWord.backups },
  { name: 'Allarmi', routes: routesByWord.alarms },
  { name: 'Notifiche', routes: routesByWord.push },
  { name: 'Avvisi ad altri sistemi', routes: routesByWord.webhooks },
  { name: 'Foglio del giorno', routes: routesByWord.daysheet },
  { name: 'Consegne del turno', routes: routesByWord.handovers },
  { name: 'Stato del sistema', routes: routesByWord.system },
];

type Documented = { name: string; tag: string; route: Route };

/**
 * Generates the document from the route table, by which the server checks its calls too, word by word: between two
 * the server does other work.
 */
export async function generateOpenApiDocument(): Promise<OpenApiDocument> {
  const slices = createTimeSlices();
  let whole: OpenApiDocument | undefined;
  for (const { name: tag, routes } of TAGS) {
    const documented = Object.entries(routes).map(([name, route]) => ({ name, tag, route }));
    const document = completeDocument(await describe(documented), routes);
    whole = whole ? joined(whole, document) : document;
    await slices.yieldToEventLoop();
  }
  if (!whole) throw new Error('there are no routes');
  return whole;
}

function joined(one: OpenApiDocument, other: OpenApiDocument): OpenApiDocument {
  const paths = { ...one.paths };
  for (const [path, methods] of Object.entries(other.paths)) paths[path] = { ...paths[path], ...methods };
  return { ...one, paths };
}

/**
 * The library collects the routes of a server: here one of their own that never listens, so that the document costs
 * nothing before someone asks for it.
 */
async function describe(documented: readonly Documented[]): Promise<OpenApiDocument> {
  const { default: swagger } = await import('@fastify/swagger');
  const server = fastify({ exposeHeadRoutes: false });
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  await server.register(swagger, {
    openapi: DESCRIPTION,
    convertConstToEnum: false,
    transform: toJsonSchemas,
  });
  for (const { name, tag, route } of documented) {
    const { method, path: url } = route;
    server.route({ method, url, schema: describeOperation({ name, tag, route }), handler: () => undefined });
  }
  await server.ready();
  // The library's type covers every version of OpenAPI. A test checks that the document has ours.
  const document = server.swagger() as OpenApiDocument;
  await server.close();
  return document;
}

const DESCRIPTION = {
  openapi: '3.1.1',
  info: {
    title: 'Semaforo',
    version: readVersion(),
    description:
      'Comanda semafori e lanterne di allerta e dice che cosa mostrano davvero. ' +
      'Gli orari sono ISO 8601 in UTC; ogni errore ha una frase (error) e un codice (code). ' +
      'Ogni chiamata ha un esempio di ciò che prende e di ciò che risponde.',
  },
  servers: [{ url: '/' }],
  tags: TAGS.map(({ name }) => ({ name })),
  components: {
    securitySchemes: {
      bearer: {
        type: 'http' as const,
        scheme: 'bearer',
        description: 'Il token che risponde POST /api/login',
      },
    },
  },
};
