import { cookieOf } from '#bench/data-set/people.ts'
import { countStatement } from '#bench/scenarios/list-statements.ts'
import type { ListPage } from '#bench/scenarios/scenario.ts'
import type pg from 'pg'

/** A filter for which the product returned another total than there are bugs. */
export interface WrongTotal {
  readonly query: string
  readonly said: number
  readonly counted: number
}

/**
 * Compares the product's total for each filter with a count over all bugs.
 * @param known also compares with the count at the creation of the data set; false once bugs were added
 */
export async function wrongTotals(
  client: pg.Client,
  port: number,
  filters: readonly ListPage[],
  known: boolean,
): Promise<WrongTotal[]> {
  const wrong: WrongTotal[] = []
  for (const filter of filters) {
    const { rows } = await client.query<{ n: number }>(countStatement(filter), [...filter.values])
    const counted = rows[0]?.n ?? NaN
    const said = await statedTotal(port, filter.query)
    if (said !== counted) wrong.push({ query: filter.query, said, counted })
    if (known && filter.known !== undefined && filter.known !== counted) {
      wrong.push({ query: filter.query, said: counted, counted: filter.known })
    }
  }
  return wrong
}

/** Compares the product's totals with those counted at the creation of the data set. */
export async function knownTotals(port: number, filters: readonly ListPage[]): Promise<WrongTotal[]> {
  const wrong: WrongTotal[] = []
  for (const { query, known } of filters) {
    if (known === undefined) continue
    const said = await statedTotal(port, query)
    if (said !== known) wrong.push({ query, said, counted: known })
  }
  return wrong
}

async function statedTotal(port: number, query: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/bug/list?${query}`, { headers: { cookie: cookieOf(0) } })
  if (response.status !== 200) throw new Error(`The product answered ${response.status} to the filter '${query}'.`)
  const body = (await response.json()) as { pagination: { totalCount: number } }
  return body.pagination.totalCount
}
