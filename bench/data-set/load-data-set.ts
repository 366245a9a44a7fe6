import type { ReportSource } from '#bench/reports/report-source.ts'
import { type BugIndex, indexOf, lettersOf } from '#server/features/search/public.ts'
import type pg from 'pg'
import { type BugRecord, bugRecords } from './bug-records.ts'
import { type Cell, copyRows } from './copy-rows.ts'
import { KeywordChoice, type Keywords } from './keyword-choice.ts'
import { loadPeople } from './people.ts'

/** What the measurements need to know of a loaded data set. */
export interface DataSetFacts {
  readonly bugs: number
  readonly comments: number
  readonly source: string
  readonly keywords: Keywords
  /** ISO 8601; a tenth of the bugs is younger. */
  readonly youngestTenth: string
  /** A sample of the bugs, spread evenly over the whole. */
  readonly bugIds: readonly string[]
}

const batchSize = 2000
const idsInSample = 20_000

/**
 * Fills an empty, migrated database.
 * @param onProgress told the number of bugs so far
 */
export async function loadDataSet(
  client: pg.ClientBase,
  source: ReportSource,
  count: number,
  onProgress: (bugs: number) => void,
): Promise<DataSetFacts> {
  await loadPeople(client)
  const recreateIndexes = await dropSearchIndexes(client)
  const choice = new KeywordChoice()
  const bugIds: string[] = []
  const vocabulary = new Set<string>()
  const idStep = Math.max(1, Math.floor(count / idsInSample))
  let batch: BugRecord[] = []
  let [done, comments, youngestTenth] = [0, 0, '']
  for (const bug of bugRecords(source, count, `bugs of ${source.name}`)) {
    if (done % idStep === 0) bugIds.push(bug.id)
    if (done === Math.floor(count * 0.9)) youngestTenth = bug.createdOn.toISOString()
    done++
    comments += bug.comments.length
    batch.push(bug)
    if (batch.length < batchSize && done < count) continue
    await copyBugs(client, batch, choice, vocabulary)
    batch = []
    onProgress(done)
  }
  await copyVocabulary(client, vocabulary)
  await recreateIndexes()
  await client.query('vacuum (freeze, analyze)')
  return { bugs: done, comments, source: source.name, keywords: choice.result(), youngestTenth, bugIds }
}

async function copyBugs(
  client: pg.ClientBase,
  bugs: readonly BugRecord[],
  choice: KeywordChoice,
  vocabulary: Set<string>,
): Promise<void> {
  await copyRows(
    client,
    'bugs',
    [
      ...['id', 'title', 'description', 'steps_to_reproduce', 'created_on', 'created_by', 'assigned_to', 'assigned_on'],
      ...['status', 'is_closed', 'classification', 'duplicate_of', 'product', 'component', 'external_id'],
      'comment_count',
    ],
    bugs.map((bug) => [
      ...[bug.id, bug.title, bug.description, bug.stepsToReproduce, bug.createdOn, bug.createdBy, bug.assignedTo],
      ...[bug.assignedOn, bug.status, bug.isClosed, bug.classification, bug.duplicateOf, bug.product, bug.component],
      ...[bug.externalId, bug.comments.length],
    ]),
  )
  const indexes = bugs.map((bug) => ({ bug, index: indexOf(bug, bug.comments) }))
  await copyIndexes(client, indexes)
  for (const { index } of indexes) {
    choice.note(index.words)
    for (const word of index.vocabulary) vocabulary.add(word)
  }
  await copyRows(
    client,
    'comments',
    ['id', 'bug_id', 'user_id', 'created_on', 'message'],
    bugs.flatMap((bug) => bug.comments.map((own) => [own.id, bug.id, own.userId, own.createdOn, own.message])),
  )
}

async function copyIndexes(
  client: pg.ClientBase,
  bugs: readonly { readonly bug: BugRecord; readonly index: BugIndex }[],
): Promise<void> {
  await copyRows(
    client,
    'bug_search',
    ['bug_id', 'created_on', 'is_closed', 'classification', 'words'],
    bugs.map(({ bug, index }): Cell[] => [
      ...[bug.id, bug.createdOn, bug.isClosed, bug.classification, tsvector(index.words)],
    ]),
  )
  await copyRows(
    client,
    'bug_ranks',
    ['bug_id', 'title_words', 'own_words'],
    bugs.map(({ bug, index }): Cell[] => [bug.id, tsvector(index.titleWords), tsvector(index.ownWords)]),
  )
  const texts = bugs.flatMap(({ bug, index }) =>
    index.texts.map(({ commentId, plain, pairs }): Cell[] => [bug.id, commentId, plain, `{${pairs.join(',')}}`]),
  )
  await copyRows(client, 'bug_texts', ['bug_id', 'comment_id', 'plain', 'pairs'], texts)
}

const tsvector = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ')

async function copyVocabulary(client: pg.ClientBase, words: ReadonlySet<string>): Promise<void> {
  const rows = [...words].map((word): Cell[] => [word, word.length, lettersOf(word)])
  await copyRows(client, 'search_vocabulary', ['word', 'length', 'letters'], rows)
}

/** Indexes over words are built many times faster after the rows are there. */
async function dropSearchIndexes(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = 'public' and indexdef like '% USING gin %'`,
  )
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  return async () => {
    for (const { indexdef } of rows) await client.query(indexdef)
  }
}
