import type { Product } from '#testing/browser-test.ts'

/** What the browser itself logs when the server answers that it failed. */
export const failedCall = /Failed to load resource: the server responded with a status of 500/

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
