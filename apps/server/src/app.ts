import type { AppOverrides } from './app-overrides.ts';
import type { Config } from './config.ts';
import { listen } from './http/listen.ts';
import { routesOf } from './http/module.ts';
import { mountApi } from './http/mount-api.ts';
import { mountDutyLinks } from './incidents/duty-links.routes.ts';
import { openInfrastructure } from './infrastructure.ts';
import { createModules } from './modules.ts';
import { type Part, startAll, stopAll } from './platform/parts.ts';
import { mountPublicPages } from './public/public.routes.ts';
import type { App } from './started-app.ts';
import { mountOidc } from './users/oidc/mount-oidc.ts';

/** SIGTERM ends the process within ten seconds, whatever hangs. */
const STOP_WITHIN_MS = 9000;

/** Puts the server together. It holds the data folder from here on, but nothing runs before `start`. */
export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const infrastructure = await openInfrastructure(config, overrides);
  const { http } = infrastructure;
  const { list, isWell, users, live, cluster, citizens, subscriptions, dutyLinks } = createModules(
    infrastructure,
    config,
    overrides,
  );

  let isRunning = false;
  mountApi(http, {
    ...infrastructure,
    handlers: routesOf(list),
    authenticate: users.authenticate,
    isRunning: () => isRunning,
    isIsolated: cluster.isIsolated,
    metricsToken: config.metricsToken,
    watch: config.outside.peer && {
      key: config.outside.peer.key,
      isWell: async () => isRunning && (await isWell().catch(() => false)),
    },
    shareLimits: overrides.shareLimits,
  });

  const { capKey } = config;
  // A server that signs nothing has no memory to spare for what signs.
  const signing = capKey && (await import('./public/sign-cap.ts'));
  mountOidc(http, { ...config.http, logIn: users.oidc });
  mountPublicPages(http, {
    ...{ ...infrastructure, pages: citizens.pages, subscriptions },
    ...{ ...config.http, links: config.publicSettings },
    ...(signing && { sign: (message: string) => signing.signCap(message, capKey.reveal()) }),
  });

  mountDutyLinks(http, { ...dutyLinks, clock: infrastructure.clock, basePath: config.http.basePath });

  let url = '';
  const parts: Part[] = [
    ...infrastructure.parts,
    ...list,
    infrastructure.loopWatch,
    {
      name: 'HTTP',
      start: async () => {
        url = await (overrides.networks?.listen(http) ?? listen(http, config.http));
      },
      // Together: the socket's server waits for connections that only closing HTTP ends.
      stop: () => Promise.all([live.disconnectAll(), http.close()]),
    },
    // Nothing may fail after it: a password that was made up is shown once, when all has started.
    users.firstAdmin,
  ];
  const stopping = { withinMs: STOP_WITHIN_MS, logger: infrastructure.logger };
  return {
    start: async () => {
      await startAll(parts, stopping);
      isRunning = true;
      return { url, firstAdmin: users.createdAdmin() };
    },
    stop: () => {
      isRunning = false;
      return stopAll(parts, stopping);
    },
  };
}
