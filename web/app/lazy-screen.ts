import { lazyRouteComponent } from '@tanstack/react-router'
import { getSite } from '#shared/site/contract.ts'
import { call } from '#web/lib/call.ts'

/**
 * A screen whose code comes when somebody goes there. Where it can't be had, the router loads the whole page anew, as
 * another version may be there now. From a server that is away the browser would get a page of its own instead: so the
 * server is asked first, and its silence is what the screen says.
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
