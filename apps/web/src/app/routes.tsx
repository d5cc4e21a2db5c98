import type { ComponentType } from 'react';
import { type RouteObject, useRouteError } from 'react-router';
import { NotFoundScreen } from '../screens/not-found.screen.tsx';
import { AppFrame } from './app-frame.tsx';
import { AdminGuard, LoggedInGuard } from './guards.tsx';
import { PageFailure } from './page-failure.tsx';
import type { ScreenHandle } from './screen-handle.ts';
import { SCREENS, type ScreenRoute } from './screens.ts';

const GUARDS = { 'logged-in': LoggedInGuard, admin: AdminGuard };

/** The routes of the whole app: each screen behind its guard, in the frame, loaded when first visited. */
export function createRoutes(screens: readonly ScreenRoute[] = SCREENS): RouteObject[] {
  return [
    {
      Component: AppFrame,
      ErrorBoundary: RouteFailure,
      HydrateFallback: () => null,
      children: [
        ...screens.map(screenRoute),
        {
          path: '*',
          Component: NotFoundScreen,
          handle: { title: 'Pagina non trovata' } satisfies ScreenHandle,
        },
      ],
    },
  ];
}

function screenRoute({
  path,
  title,
  access,
  fullBleed = false,
  ownStrip = false,
  bare = false,
  load,
}: ScreenRoute): RouteObject {
  const handle: ScreenHandle = { title, fullBleed, ownStrip, bare };
  // A rejected `lazy` would render nothing at all.
  const lazy = async () => ({ Component: await load().catch(failedScreen) });
  if (access === 'public') return { path, handle, lazy };
  return { Component: GUARDS[access], children: [{ path, handle, lazy, ErrorBoundary: RouteFailure }] };
}

/** Shown instead of a screen whose code did not load. */
function failedScreen(error: unknown): ComponentType {
  return () => <PageFailure error={error} />;
}

function RouteFailure() {
  return <PageFailure error={useRouteError()} />;
}
