import type { Actor } from '#server/access/actor.ts'
import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import type { Database, Db } from '#server/db/database.ts'
import type { NewEvent } from '#server/events/event.ts'
import type { Relay } from '#server/events/relay.ts'
import { noSuchBug, requireBug } from '#server/features/bugs/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Nodes } from '#server/realtime/nodes/nodes.ts'
import * as similar from '#shared/similar/contract.ts'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { anyWordSearch } from './any-word-search.ts'
import type { IndexSight } from './engine/similar-index.ts'
import { type Answer, findBugs } from './find-similar.ts'
import { KeptIndex } from './kept-index.ts'
import { comparedText, groupOf, reportsNamed } from './report-rows.ts'

/** The search for similar bugs, as calls and other features use it. */
export interface SimilarBugs {
  find(db: Db, call: Call<typeof similar.findSimilar>): Promise<Answer>
  listCandidates(db: Db, call: Call<typeof similar.listCandidates>): Promise<Answer>
  /** Receives what this process has committed. */
  expect(events: readonly NewEvent[]): void
  /** Returns the progress of the index; undefined where this process has none. */
  state(): { readonly isReady: boolean; readonly bugs: number } | undefined
  /** Stops reading bugs. */
  stop(): Promise<void>
}

interface Options {
  readonly config: Config
  readonly log: Logger
  readonly database: Database
  readonly relay: Relay
  /** The nodes with which the limit is shared. */
  readonly nodes: Nodes
}

/** Opens the search for similar bugs; its index is filled in the background. */
export function openSimilar({ config, log, database, relay, nodes }: Options): SimilarBugs {
  const { db } = database
  // A process for the chat alone gets no such calls.
  const isWanted = config.similarIndex && config.serves === 'all'
  const index = isWanted ? new KeptIndex({ db, relay, log }) : undefined
  const finder = { index, anyWord: anyWordSearch(database.pool, log) }
  const removing = removeOldSnapshot(config.dataDir, log)
  const limit = nodes.limit('similar', config.limits.similar, 1)
  // Each search takes some milliseconds of a process's time.
  const count = (userId: string) =>
    limit(userId, (seconds) => `Too many searches for similar bugs; try again in ${seconds} s.`)
  return {
    find: async (db, { actor, body }) => {
      await count(actor.userId)
      const { title, limit = similar.defaultSimilar } = body
      const description = comparedText(body.description, body.stepsToReproduce)
      if (!hasTwoWords(`${title}\n${description}`)) return { result: [], isReady: index?.isReady ?? false }
      return findBugs(db, finder, { sight: sightOf(actor), query: { title, description, now: Date.now() }, limit })
    },
    listCandidates: async (db, { actor, params, query }) => {
      await count(actor.userId)
      await requireBug(db, actor, params.bugId)
      const [report] = await reportsNamed(db, [params.bugId])
      if (!report) throw noSuchBug()
      // A person who only classifies may lack the right to see other bugs.
      if (!actor.permissions.has('canViewData')) {
        throw new AppError('forbidden', 'Candidates are other bugs; to see them needs the permission canViewData.')
      }
      const { id, title, description, product, component, createdOn, group } = report
      const besides = { id, group, members: () => groupOf(db, group) }
      const asked = { title, description, product, component, now: createdOn }
      const wanted = { sight: sightOf(actor), limit: query.limit ?? similar.defaultCandidates, besides }
      return findBugs(db, finder, { query: asked, ...wanted })
    },
    expect: (events) => index?.expect(events),
    state: () => index && { isReady: index.isReady, bugs: index.size },
    stop: async () => {
      await index?.stop()
      await removing
    },
  }
}

const sightOf = ({ sees }: Actor): IndexSight => ({
  products: sees.isEveryProduct ? null : sees.products,
  privateBugs: sees.privateBugs,
})

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Returns whether a text has two words or more, also in languages without spaces between them. */
function hasTwoWords(text: string): boolean {
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike && ++words === 2) return true
  return false
}

/** Removes the index file of earlier versions from the data folder, because it contains the words of all bugs. */
async function removeOldSnapshot(folder: string, log: Logger): Promise<void> {
  try {
    const names = await readdir(folder)
    const old = names.filter((name) => name.startsWith('similar.index'))
    for (const name of old) await rm(join(folder, name), { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    log.warn({ err: error }, 'the index of similar bugs of an earlier version could not be removed')
  }
}
