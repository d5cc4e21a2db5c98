import type { routes } from '@semaforo/contract/api/routes';
import type { Part } from '../platform/parts.ts';
import type { Handlers } from './handlers.ts';

/** A piece of the server: the routes that it answers, and what it starts and stops. */
export type Module = Part & { routes?: Partial<Handlers<typeof routes>> };

type RoutesOf<Modules> = Modules extends readonly [infer First, ...infer Rest]
  ? (First extends { routes: infer Own } ? Own : unknown) & RoutesOf<Rest>
  : unknown;

/** What the modules answer, all together. A route of the contract that none of them answers does not compile. */
export function routesOf<const Modules extends readonly Module[]>(modules: Modules): RoutesOf<Modules> {
  return Object.assign({}, ...modules.map(({ routes }) => routes)) as RoutesOf<Modules>;
}
