import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { parseSearchParams, writeSearchParams } from '#web/lib/lists/search-params.ts'
import { FaultPage } from '#web/features/site/fault-page.tsx'
import { NotFoundPage } from '#web/features/site/not-found-page.tsx'
import { ComingPage } from './coming-page.tsx'
import { routeTree } from './routes.tsx'
import { Shell } from './shell/shell.tsx'

/** Creates the router for all screens. The shell is around it, so that it shows before any screen has loaded. */
export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    InnerWrap: Shell,
    parseSearch: parseSearchParams,
    stringifySearch: writeSearchParams,
    defaultPreload: 'intent',
    defaultPreloadDelay: 60,
    // The query cache decides when data is old.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: ComingPage,
    defaultPendingMs: 150,
    defaultPendingMinMs: 250,
    defaultErrorComponent: FaultPage,
    defaultNotFoundComponent: NotFoundPage,
  })
}
