import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import type { Database, Db } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import type { NewEvent } from '#server/events/event.ts'
import type { Relay } from '#server/events/relay.ts'
import { noSuchBug } from '#server/features/bugs/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Nodes } from '#server/realtime/nodes/nodes.ts'
import * as similar from '#shared/similar/contract.ts'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { anyWordSearch } from './any-word-search.ts'
import { type Answer, findBugs } from './find-similar.ts'
import { KeptIndex } from './kept-index.ts'
import { comparedText, groupOf, reportsNamed } from './report-rows.ts'

/** Similar bugs, as calls and the rest of the product use them. */
export interface SimilarBugs {
  find(db: Db, call: Call<typeof similar.findSimilar>): Promise<Answer>
  listCandidates(db: Db, call: Call<typeof similar.listCandidates>): Promise<Answer>
  /** Hears of what this process has committed. */
  expect(events: readonly NewEvent[]): void
  /** How far the index is; undefined where this process keeps none. */
  state(): { readonly isReady: boolean; readonly bugs: number } | undefined
  /** Ends the reading of bugs. */
  stop(): Promise<void>
}

interface Options {
  readonly config: Config
  readonly log: Logger
  readonly database: Database
  readonly relay: Relay
  /** With which the limit is shared. */
  readonly nodes: Nodes
}

/** Opens the search for similar bugs; its index is made in the background. */
export function openSimilar({ config, log, database, relay, nodes }: Options): SimilarBugs {
  const { db } = database
  // A process for the chat alone is never asked.
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
      return findBugs(db, finder, { query: { title, description, now: Date.now() }, limit })
    },
    listCandidates: async (db, { actor, params, query }) => {
      await count(actor.userId)
      const [report] = isRecordId(params.bugId) ? await reportsNamed(db, [params.bugId]) : []
      if (!report) throw noSuchBug()
      // Who only classifies may be somebody who may not look at other bugs.
      if (!actor.permissions.has('canViewData')) {
        throw new AppError('forbidden', 'Candidates are other bugs; to see them needs the permission canViewData.')
      }
      const { id, title, description, product, component, createdOn, group } = report
      const besides = { id, group, members: () => groupOf(db, group) }
      const asked = { title, description, product, component, now: createdOn }
      return findBugs(db, finder, { query: asked, limit: query.limit ?? similar.defaultCandidates, besides })
    },
    expect: (events) => index?.expect(events),
    state: () => index && { isReady: index.isReady, bugs: index.size },
    stop: async () => {
      await index?.stop()
      await removing
    },
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** True when a text has two words or more, also in languages that put no spaces between them. */
function hasTwoWords(text: string): boolean {
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike && ++words === 2) return true
  return false
}

/** Earlier versions kept the index in the data folder; it holds the words of all bugs, and nobody reads it any more. */
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
