import { expect, type Page } from '@playwright/test'
import { isEmpty } from './kept-page.ts'

/** A call that only the route below answers in this way. */
const probe = '/?is-intercepted'
const intercepted = 204

/**
 * Makes `page.route` resolve only once the route is in force. Chromium sends the calls of a page that is shown already
 * past its first route for a moment: a test that acts at once would reach the real server. The page's calls stay
 * intercepted from then on, because taking the last route away has the same gap.
 */
export function withPromptRoutes(page: Page): Page {
  const route = page.route.bind(page)
  const unrouteAll = page.unrouteAll.bind(page)
  let isInForce = false
  page.unrouteAll = async (...given) => {
    await unrouteAll(...given)
    isInForce = false
  }
  page.route = async (...given) => {
    const registered = await route(...given)
    if (isInForce || isEmpty(page)) return registered
    isInForce = true
    await route(
      (url) => url.search === new URL(probe, url).search,
      (call) => call.fulfill({ status: intercepted }),
    )
    // A page that is just being left can't be asked.
    const ask = () => page.evaluate(async (address) => (await fetch(address)).status, probe).catch(() => 0)
    await expect.poll(ask, { intervals: [10] }).toBe(intercepted)
    return registered
  }
  return page
}
