import { expect, type Page, type Request } from '@playwright/test'

/** Milliseconds that a page is given to hear of its writes; some tests hold one back for good. */
const patience = 1_500

/**
 * Lets a test leave a page only once the server has answered what the page has written. Screens show a change before
 * that, and no reader is as quick as a test: leaving between the two cuts the call off.
 */
export function withUnhurriedLeaving(page: Page): Page {
  const unanswered = new Set<Request>()
  const done = (request: Request) => void unanswered.delete(request)
  page.on('request', (request) => request.method() !== 'GET' && unanswered.add(request))
  page.on('requestfinished', done)
  page.on('requestfailed', done)
  const answered = () =>
    expect
      .poll(() => unanswered.size, { intervals: [10], timeout: patience })
      .toBe(0)
      .catch(() => undefined)
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...given) => {
    await answered()
    return goto(...given)
  }
  page.reload = async (...given) => {
    await answered()
    return reload(...given)
  }
  return page
}
