import type { Page, Request } from '@playwright/test'

/** What a page is made of and may ask for after it is shown. */
const kinds: ReadonlySet<string> = new Set(['script', 'stylesheet', 'font'])

/** The parts that a page has asked for. */
export interface Parts {
  readonly asked: number
  /** Those that have not come yet. */
  readonly missing: ReadonlySet<Request>
}

const watched = new WeakMap<Page, Parts>()

/** Watches what a page asks for from the first call on. */
export function partsOf(page: Page): Parts {
  const known = watched.get(page)
  if (known) return known
  const missing = new Set<Request>()
  const parts = { asked: 0, missing }
  watched.set(page, parts)
  page.on('request', (request) => {
    // What the document before has asked for comes no more.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) missing.clear()
    if (!kinds.has(request.resourceType())) return
    parts.asked++
    missing.add(request)
  })
  const done = (request: Request) => void missing.delete(request)
  page.on('requestfinished', done)
  page.on('requestfailed', done)
  return parts
}
