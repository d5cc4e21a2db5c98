import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods of the routes that have that address, in the order of the alphabet; none for any other. */
    methodsOf: (url: string) => string[];
  }
}

/** Remembers the address of each route of the API that is mounted later. */
export function rememberMethods(server: FastifyInstance): void {
  const methods = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return;
    const known = methods.get(url) ?? new Set();
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
  });
  server.decorate('methodsOf', (url) => {
    const [path = ''] = url.split('?');
    const parts = path.split('/');
    const found = [...methods].flatMap(([pattern, allowed]) => (isAt(pattern, parts) ? [...allowed] : []));
    return [...new Set(found)].sort();
  });
}

function isAt(pattern: string, parts: readonly string[]): boolean {
  const wanted = pattern.split('/');
  return (
    wanted.length === parts.length &&
    wanted.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  );
}
