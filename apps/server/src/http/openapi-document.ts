import { failureSchema } from '@semaforo/contract/api/failure';
import type { Route } from '@semaforo/contract/api/route';
import { routesByWord } from '@semaforo/contract/api/routes';
import { describeOperation, type Operation } from './openapi-operation.ts';
import { describeSchema, type JsonSchema } from './openapi-schema.ts';

/** The parts of an OpenAPI 3.1 document that this API has. */
export type OpenApiDocument = {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: Record<string, { type: string; scheme: string; description: string }>;
  };
};

const TAGS: Record<keyof typeof routesByWord, string> = {
  devices: 'Dispositivi',
  commands: 'Comandi',
  schedules: 'Pianificazioni',
  users: 'Utenti',
  settings: 'Impostazioni',
  broker: 'Broker',
  bot: 'Bot',
  audit: 'Registro',
};

/** The API as an OpenAPI document, made from the route table that the server checks calls by. */
export function describeApi(): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Semaforo',
      version: '1.0.0',
      description:
        'Comanda semafori e lanterne di allerta e dice che cosa mostrano davvero. Gli orari sono ISO 8601 in UTC; ogni errore ha una frase (error) e un codice (code).',
    },
    servers: [{ url: '/' }],
    tags: Object.values(TAGS).map((name) => ({ name })),
    paths: describePaths(),
    components: {
      schemas: { Failure: describeSchema(failureSchema, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Il token che risponde POST /api/login' },
      },
    },
  };
}

function describePaths(): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {};
  for (const [word, table] of Object.entries(routesByWord)) {
    const tag = TAGS[word as keyof typeof routesByWord];
    for (const [name, route] of Object.entries<Route>(table)) {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = {
        ...paths[path],
        [route.method.toLowerCase()]: describeOperation({ name, tag, route }),
      };
    }
  }
  return paths;
}
