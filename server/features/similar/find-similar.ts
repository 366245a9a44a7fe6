import type { Db } from '#server/db/database.ts'
import type { SimilarBug } from '#shared/similar/contract.ts'
import type { AnyWordSearch } from './any-word-search.ts'
import type { IndexSight, SimilarQuery } from './engine/similar-index.ts'
import type { KeptIndex } from './kept-index.ts'
import { type Found, presentSimilar } from './similar-presenter.ts'

/** Number of further searches when the index returned bugs that do not exist any more, or are hidden by now. */
const maxTries = 3

export interface Finder {
  /** Undefined where the operator switched it off. */
  readonly index: KeptIndex | undefined
  readonly anyWord: AnyWordSearch
}

export interface Wanted {
  /** What whoever asks may see. Private bugs are suggested to nobody without the right, also not those that name them. */
  readonly sight: IndexSight
  readonly query: SimilarQuery
  readonly limit: number
  /** A bug that must not be found, nor any bug of its duplicate group. */
  readonly besides?: { readonly id: string; readonly group: string; readonly members: () => Promise<string[]> }
}

export interface Answer {
  readonly result: SimilarBug[]
  readonly isReady: boolean
}

/** Finds possible duplicates by the index, or by an ordinary search while there is none. */
export async function findBugs(db: Db, { index, anyWord }: Finder, wanted: Wanted): Promise<Answer> {
  const result = index && (await findByIndex(db, index, wanted))
  if (result) return { result, isReady: true }
  const { title, description = '' } = wanted.query
  const except = (await wanted.besides?.members()) ?? []
  const found = await anyWord({ title, description }, wanted.limit, except, wanted.sight)
  return { result: await presentSimilar(db, wanted.sight, found), isReady: false }
}

async function findByIndex(db: Db, index: KeptIndex, wanted: Wanted): Promise<SimilarBug[] | undefined> {
  if (!index.isReady) return undefined
  await index.upToDate()
  const { query, limit, sight, besides } = wanted
  const gone = new Set<string>()
  for (let tries = 1; ; tries++) {
    const except =
      besides || gone.size > 0
        ? (id: string, group: string) =>
            gone.has(id) || (besides !== undefined && (id === besides.id || group === besides.group))
        : undefined
    const found: readonly Found[] | undefined = index.suggest(query, {
      limit,
      ...(isEverything(sight) ? {} : { sight }),
      ...(except && { except }),
    })
    if (!found) return undefined
    const bugs = await presentSimilar(db, sight, found)
    const missing = found.map(({ id }) => id).filter((id) => bugs.every(({ _id }) => _id !== id))
    if (missing.length === 0 || tries === maxTries) return bugs
    index.note(missing)
    for (const id of missing) gone.add(id)
  }
}

const isEverything = ({ products, privateBugs }: IndexSight) => products === null && privateBugs
