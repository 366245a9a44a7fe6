import { lazyRouteComponent } from '@tanstack/react-router'
import { getSite } from '#shared/site/contract.ts'
import { call } from '#web/lib/call.ts'

/**
 * Loads the code of a screen when it is opened. If that fails, the router reloads the whole page, because the server
 * may have been upgraded. While the server is away the browser would show its own error page instead, so the server is
 * asked first, and the screen shows its failure.
 */
export function lazyScreen<M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
) {
  const loadOrAsk = () =>
    load().catch(async (error: unknown) => {
      await call(getSite)
      throw error
    })
  return lazyRouteComponent(loadOrAsk, name)
}
