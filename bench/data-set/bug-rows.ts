import { type BugIndex, lettersOf } from '#server/features/search/public.ts'
import { closedOn, historyOf, versionOf } from './bug-history.ts'
import type { BugRecord } from './bug-records.ts'
import type { Cell, Rows } from './copy-rows.ts'

/** A bug with its search words. */
export interface IndexedBug {
  readonly bug: BugRecord
  readonly index: BugIndex
}

/**
 * Returns all rows of some bugs, by table.
 * @param firstEvent the id of their first event
 * @param firstNumber the number of the first of them in their product
 */
export function rowsOf(
  bugs: readonly IndexedBug[],
  firstEvent: number,
  firstNumber: number,
): { facts: Rows[]; words: Rows[] } {
  const facts = { bugs: [] as Cell[][], comments: [] as Cell[][], events: [] as Cell[][], followers: [] as Cell[][] }
  let event = firstEvent
  for (const [index, { bug }] of bugs.entries()) {
    const history = historyOf(bug)
    facts.bugs.push([
      ...[bug.id, bug.title, bug.description, bug.stepsToReproduce, bug.createdOn, bug.createdBy, bug.assignedTo],
      ...[bug.assignedOn, bug.status, bug.isClosed, bug.classification, bug.duplicateOf, bug.product, bug.component],
      ...[bug.externalId, bug.comments.length, versionOf(history), closedOn(bug), firstNumber + index],
    ])
    for (const own of bug.comments) facts.comments.push([own.id, bug.id, own.userId, own.createdOn, own.message])
    const following = new Set<string>()
    for (const { type, at, actorId, version, payload } of history) {
      facts.events.push([event, at, actorId, type, bug.id, JSON.stringify(payload), version])
      const takesPart = type === 'bug-reported' || type === 'comment-added'
      if (takesPart && !following.has(actorId)) facts.followers.push([bug.id, actorId, true, at, event])
      if (takesPart) following.add(actorId)
      event++
    }
  }
  return {
    facts: [
      { table: 'bugs', columns: bugColumns, rows: facts.bugs },
      { table: 'comments', columns: ['id', 'bug_id', 'user_id', 'created_on', 'message'], rows: facts.comments },
      {
        table: 'events',
        columns: ['id', 'at', 'actor_id', 'type', 'subject_id', 'payload', 'version'],
        rows: facts.events,
      },
      {
        table: 'bug_followers',
        columns: ['bug_id', 'user_id', 'is_following', 'since', 'from_event'],
        rows: facts.followers,
      },
    ],
    words: wordRows(bugs),
  }
}

const bugColumns = [
  ...['id', 'title', 'description', 'steps_to_reproduce', 'created_on', 'created_by', 'assigned_to', 'assigned_on'],
  ...['status', 'is_closed', 'classification', 'duplicate_of', 'product', 'component', 'external_id'],
  ...['comment_count', 'version', 'closed_on', 'number'],
]

function wordRows(bugs: readonly IndexedBug[]): Rows[] {
  return [
    {
      table: 'bug_search',
      columns: ['bug_id', 'created_on', 'is_closed', 'classification', 'words'],
      rows: bugs.map(({ bug, index }) => [
        ...[bug.id, bug.createdOn, bug.isClosed, bug.classification],
        tsvector(index.words),
      ]),
    },
    {
      table: 'bug_ranks',
      columns: ['bug_id', 'title_words', 'own_words'],
      rows: bugs.map(({ bug, index }) => [bug.id, tsvector(index.titleWords), tsvector(index.ownWords)]),
    },
    {
      table: 'bug_texts',
      columns: ['bug_id', 'comment_id', 'plain', 'pairs'],
      rows: bugs.flatMap(({ bug, index }) =>
        index.texts.map(({ commentId, plain, pairs }) => [bug.id, commentId, plain, arrayText(pairs)]),
      ),
    },
  ]
}

export function vocabularyRows(words: ReadonlySet<string>): Rows {
  return {
    table: 'search_vocabulary',
    columns: ['word', 'length', 'letters'],
    rows: [...words].map((word) => [word, word.length, lettersOf(word)]),
  }
}

const tsvector = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ')

const arrayTexts = new WeakMap<readonly number[], string>()

/** Cached: a repeated comment has the same array of pairs. */
function arrayText(numbers: readonly number[]): string {
  let text = arrayTexts.get(numbers)
  if (text === undefined) arrayTexts.set(numbers, (text = `{${numbers.join(',')}}`))
  return text
}
