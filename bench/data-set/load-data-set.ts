import type { ReportSource } from '#bench/reports/report-source.ts'
import type pg from 'pg'
import { bareTables } from './bare-tables.ts'
import { bugRecords } from './bug-records.ts'
import { type IndexedBug, rowsOf, vocabularyRows } from './bug-rows.ts'
import { copyRows, type Rows } from './copy-rows.ts'
import { KeywordChoice, type Keywords } from './keyword-choice.ts'
import { loadPeople } from './people.ts'
import { RememberingIndex } from './remembering-index.ts'

/** Facts about a loaded data set for the measurements. */
export interface DataSetFacts {
  readonly bugs: number
  readonly comments: number
  readonly events: number
  readonly source: string
  readonly keywords: Keywords
  /** ISO 8601; a tenth of the bugs is younger. */
  readonly youngestTenth: string
  /** A sample of the bugs, spread evenly over the whole. */
  readonly bugIds: readonly string[]
}

/** Two connections to one empty database: one writes facts while the other writes words. */
export interface LoadingClients {
  readonly facts: pg.ClientBase
  readonly words: pg.ClientBase
}

const batchSize = 1000
const idsInSample = 20_000

/** Fills an empty, migrated database. @param say called with a few words about the progress */
export async function loadDataSet(
  clients: LoadingClients,
  source: ReportSource,
  count: number,
  say: (what: string) => void,
): Promise<DataSetFacts> {
  await loadPeople(clients.facts)
  const restore = await bareTables(clients.facts)
  const choice = new KeywordChoice()
  const bugIds: string[] = []
  const vocabulary = new Set<string>()
  const remembering = new RememberingIndex()
  const idStep = Math.max(1, Math.floor(count / idsInSample))
  let [done, comments, events, youngestTenth] = [0, 0, 0, '']
  let batch: IndexedBug[] = []
  // One batch is generated while the one before is being written.
  let writing: Promise<unknown> = Promise.resolve()
  for (const bug of bugRecords(source, count, seedOf(source))) {
    if (done % idStep === 0) bugIds.push(bug.id)
    if (done === Math.floor(count * 0.9)) youngestTenth = bug.createdOn.toISOString()
    done++
    comments += bug.comments.length
    const index = remembering.indexOf(bug)
    choice.note(index.words)
    for (const word of index.vocabulary) vocabulary.add(word)
    batch.push({ bug, index })
    if (batch.length < batchSize && done < count) continue
    const { facts, words } = rowsOf(batch, events + 1, done - batch.length + 1)
    events += facts.find(({ table }) => table === 'events')?.rows.length ?? 0
    batch = []
    await writing
    writing = Promise.all([copyAll(clients.facts, facts), copyAll(clients.words, words)])
    if (done % (20 * batchSize) === 0) say(`${done.toLocaleString('en')} of ${count.toLocaleString('en')} bugs written`)
  }
  await writing
  await copyRows(clients.facts, vocabularyRows(vocabulary))
  await restore(say)
  say('tidying the tables')
  await clients.facts.query('vacuum (freeze, analyze)')
  return { bugs: done, comments, events, source: source.name, keywords: choice.result(), youngestTenth, bugIds }
}

export const seedOf = (source: ReportSource) => `bugs of ${source.name}`

async function copyAll(client: pg.ClientBase, tables: readonly Rows[]): Promise<void> {
  for (const rows of tables) await copyRows(client, rows)
}
