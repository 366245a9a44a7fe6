import type { Product } from '#testing/browser-test.ts'
import type { Page, Route } from '@playwright/test'

/** What the browser itself logs when the server answers that it failed. */
export const failedCall = /Failed to load resource: the server responded with a status of 500/

/** A refusal of the server's own, such as a check gets that it finds malformed. */
export const refusal = {
  status: 400,
  contentType: 'application/json',
  body: JSON.stringify({ error: { code: 'invalid-input', message: 'This can’t be read.' } }),
}

/** While `work` runs, the database refuses every event of this type, so that the server fails half way through. */
export async function whileEventsFail<T>(product: Product, type: string, work: () => Promise<T>): Promise<T> {
  const { pool } = product.database
  await pool.query(`alter table events add constraint refused check (type <> '${type}') not valid`)
  try {
    return await work()
  } finally {
    await pool.query('alter table events drop constraint refused')
  }
}

/** While `work` runs, no bug can be read. */
export async function whileBugsAreAway<T>(product: Product, work: () => Promise<T>): Promise<T> {
  const { pool } = product.database
  await pool.query('alter table bugs rename to bugs_away')
  try {
    return await work()
  } finally {
    await pool.query('alter table bugs_away rename to bugs')
  }
}

/** How a call that was held back goes on. */
export interface HeldCalls {
  /** Resolves once the page has made a call. */
  readonly arrived: Promise<void>
  /** The server gets it, and answers. */
  readonly letGo: () => Promise<void>
  /** The server can't be reached. */
  readonly cutOff: () => Promise<void>
}

/** Holds back the calls of the page that write to this address, as a slow server does. */
export async function holdCalls(page: Page, address: string | RegExp): Promise<HeldCalls> {
  const held: Route[] = []
  let isHolding = true
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const hold = (route: Route) => {
    if (!isHolding || route.request().method() === 'GET') return route.fallback()
    held.push(route)
    arrive()
    return undefined
  }
  await page.route(address, hold)
  const end = async (goOn: (route: Route) => Promise<void>) => {
    await arrived
    isHolding = false
    for (const route of held.splice(0)) await goOn(route)
  }
  return {
    arrived,
    letGo: () => end((route) => route.continue()),
    cutOff: () => end((route) => route.abort()),
  }
}
