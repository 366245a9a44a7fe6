import type { Db } from '#server/db/database.ts'
import { type BitSet, matchMemoryOf, newsColumns, Values, type WordSearch } from '#server/features/search/public.ts'
import type { ListOrder, PageWish } from './bug-list-statement.ts'
import type { BugFactRow } from './bug-presenter.ts'
import { type FarStatement, inOrder, rangeOf, rememberedOrder, type RowRange, walkedFrom } from './far-page.ts'
import type { FoundRows } from './found-rows.ts'
import type { BlockCounts, OrderBlocks } from './order-blocks.ts'
import { orderNews } from './order-statements.ts'
import type { StandingOrder } from './remembered-order.ts'
import { conditions } from './word-list-walk.ts'

/** Matches up to which the plan of a walk is kept: each costs more than a row of the sort's index. */
const usualWalk = 300
/** While others write, a page is tried as often; after that it is found another way. */
const tries = 3

type FarRow = BugFactRow & { changes: number; xmin: string; moved: number }

/**
 * A page far into the bugs that match common words, by another order than relevance: what is remembered of both says where
 * it begins. The statement itself looks whether that holds, so that the page is that of its moment.
 * @returns undefined where one of both is not remembered (yet), or others write too much
 */
export async function farRowsByWords(
  db: Db,
  search: WordSearch,
  order: ListOrder,
  page: PageWish,
): Promise<FoundRows | undefined> {
  if (order.by === 'relevance') return undefined
  const memory = matchMemoryOf(db)
  const remembered = rememberedOrder(db, order.by)
  for (let tried = 0; tried < tries; tried++) {
    const { standing } = remembered
    const matches = standing && memory.standing(search)
    if (!matches) return undefined
    const list = countsOf(matches.numbers, standing.blocks)
    // A bug that has come since the order was looked at stands nowhere in it.
    if (list) {
      const range = rangeOf(order, page, list.total)
      const statement = range && farWordStatement(standing, matches.since, list, range, search, order)
      if (!statement) return undefined
      const rows = await db.prepared<FarRow>(statement, statement.values)
      const [first] = rows
      if (first?.changes === 0 && first.moved === standing.seen) {
        if (rows.length !== range.count) return undefined
        matches.stillHeld(first)
        return { rows: inOrder(rows, order, statement), total: list.total }
      }
    }
    await Promise.all([memory.known(search), remembered.renew()])
  }
  return undefined
}

interface Counted {
  readonly versions: string
  readonly list: BlockCounts | undefined
}

/** What was counted last of a search in an order. */
const counted = new WeakMap<BitSet, WeakMap<OrderBlocks, Counted>>()

function countsOf(numbers: BitSet, blocks: OrderBlocks): BlockCounts | undefined {
  let orders = counted.get(numbers)
  if (!orders) counted.set(numbers, (orders = new WeakMap()))
  const versions = `${numbers.version} ${blocks.version}`
  let known = orders.get(blocks)
  if (known?.versions !== versions) orders.set(blocks, (known = { versions, list: blocks.among(numbers) }))
  return known.list
}

/**
 * @param newsSince the oldest transaction that may not be in what is remembered of the matches
 * @returns undefined where it would be walked too long
 */
export function farWordStatement(
  { blocks, since, seen }: StandingOrder,
  newsSince: string,
  list: BlockCounts,
  range: RowRange,
  search: WordSearch,
  order: ListOrder,
): FarStatement | undefined {
  const values = new Values()
  const holds = conditions(search, values)
  const told = `news.*, (select moved.changes from (select ${orderNews(values.add(since), seen)}) as moved) as moved
    from (select ${newsColumns(values.add(newsSince))}) as news`
  const filters = `${search.isClosed === null ? '' : '-closed'}${search.classification === null ? '' : '-class'}`
  const name = seen === 0 ? `bug-words-far-${order.by}${filters}` : ''
  return walkedFrom({ blocks, list, range, order, conditions: [holds], told, values, name, usualWalk })
}
