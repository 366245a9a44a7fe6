import type { Tx } from '#server/db/database.ts'
import { runsOf } from '#shared/search/words.ts'
import { type RawBuilder, sql } from 'kysely'
import { addLexemes, indexedBytes, lexemesOf, maxIndexedBytes, withinLimit } from './lexemes.ts'
import {
  type OwnRuns,
  ownRuns,
  type PlainText,
  plainText,
  runsOfPlain,
  type SearchedBug,
  textsOf,
} from './plain-text.ts'
import { newVocabulary } from './known-words.ts'
import { vocabularyPart } from './vocabulary.ts'

/** The content of the index for a bug's own texts. */
interface OwnIndex {
  readonly text: PlainText
  readonly titleWords: readonly string[]
  readonly ownWords: readonly string[]
}

export function ownIndex(own: OwnRuns): OwnIndex {
  const ownWords = new Set<string>()
  for (const text of textsOf(own)) addLexemes(ownWords, text)
  const titleWords = lexemesOf(own.title)
  for (const name of own.names) addLexemes(titleWords, name)
  return { text: plainText(textsOf(own)), titleWords: withinLimit(titleWords), ownWords: withinLimit(ownWords) }
}

/**
 * Returns the parts of a `with` that add the words of a comment to those of its bug. The caller holds the bug's lock. A
 * tsvector holds 1 MiB at most; only one with fewer words than this is certainly far below.
 */
export function commentWordsPart(tx: Tx, bugId: string, commentId: string, message: string): RawBuilder<unknown> {
  const runs = runsOf(message)
  const lexemes = withinLimit(lexemesOf(runs))
  const { plain, pairs } = plainText([runs])
  return sql`added as materialized (
    select ${lexemes}::text[] as lexemes where ${lexemes.length > 0}::boolean
  ), texts as (
    insert into bug_texts (bug_id, comment_id, plain, pairs)
    select ${bugId}, ${commentId}, ${plain}, ${pairs}::integer[] from added
  ), search as (
    update bug_search s set words = s.words || array_to_tsvector(added.lexemes) from added
    where s.bug_id = ${bugId} and (length(s.words) + cardinality(added.lexemes) < 4000
      or octet_length(s.words::text) + ${indexedBytes(lexemes)}::integer < ${sql.lit(maxIndexedBytes)})
  ), ${vocabularyPart(newVocabulary(tx, runs))}`
}

/** Adds the words of a restored comment to those of its bug. The caller holds the bug's lock. */
export async function indexComment(tx: Tx, bugId: string, commentId: string, message: string): Promise<void> {
  await tx.run(sql`with ${commentWordsPart(tx, bugId, commentId, message)} select`, { keepsPlan: true })
}

/** Updates the words of a bug after a comment was changed or deleted. The caller holds the bug's lock. */
export async function reindexComment(
  tx: Tx,
  bugId: string,
  commentId: string,
  message: string | undefined,
): Promise<void> {
  const runs = runsOf(message ?? '')
  if (runs.length > 0) {
    const { plain, pairs } = plainText([runs])
    await tx.prepared(setText, [bugId, commentId, plain, pairs])
  } else {
    await tx.prepared(dropText, [bugId, commentId])
  }
  const words = await wordsOfTexts(tx, bugId)
  const setWords = sql`with ${vocabularyPart(newVocabulary(tx, runs))}
    update bug_search set words = array_to_tsvector(${withinLimit(words)}::text[]) where bug_id = ${bugId}`
  await tx.run(setWords, { keepsPlan: true })
}

const dropText = { name: 'search-drop-text', text: 'delete from bug_texts where bug_id = $1 and comment_id = $2' }
const setText = {
  name: 'search-set-text',
  text: `insert into bug_texts (bug_id, comment_id, plain, pairs) values ($1, $2, $3, $4::integer[])
    on conflict (bug_id, comment_id) do update set plain = excluded.plain, pairs = excluded.pairs`,
}

/** Updates the words of a bug, from its own texts as given and its comments as stored. The caller holds its lock. */
export async function reindexBug(tx: Tx, bug: SearchedBug): Promise<void> {
  const own = ownRuns(bug)
  const { text, titleWords, ownWords } = ownIndex(own)
  const words = await wordsOfTexts(tx, bug.id, text.plain)
  const setOwnWords = sql`with own as (
      update bug_texts set plain = ${text.plain}, pairs = ${text.pairs}::integer[]
      where bug_id = ${bug.id} and comment_id is null
    ), ranks as (
      update bug_ranks
      set title_words = array_to_tsvector(${titleWords}::text[]), own_words = array_to_tsvector(${ownWords}::text[])
      where bug_id = ${bug.id}
    ), ${vocabularyPart(newVocabulary(tx, ownText(own)))}
    update bug_search set words = array_to_tsvector(${withinLimit(words)}::text[]) where bug_id = ${bug.id}`
  await tx.run(setOwnWords, { keepsPlan: true })
}

/** Returns the words that people wrote, because ids are no corrections. */
const ownText = (own: OwnRuns) => [...own.title, ...own.description, ...own.stepsToReproduce]

interface NewBug extends SearchedBug {
  readonly createdOn: Date
  readonly productNumber?: number
  readonly isPrivate?: boolean
}

/** Returns the parts of a `with` that store the words of a new bug, beside the one that stores the bug. */
export function newBugWordsPart(tx: Tx, bug: NewBug): RawBuilder<unknown> {
  const runs = ownRuns(bug)
  const { text, ownWords, titleWords } = ownIndex(runs)
  return sql`texts as (
    insert into bug_texts (bug_id, plain, pairs) values (${bug.id}, ${text.plain}, ${text.pairs}::integer[])
  ), own as materialized (
    select array_to_tsvector(${ownWords}::text[]) as words
  ), ranks as (
    insert into bug_ranks (bug_id, title_words, own_words)
    select ${bug.id}, array_to_tsvector(${titleWords}::text[]), words from own
  ), search as (
    insert into bug_search (bug_id, created_on, is_closed, classification, product_number, is_private, words)
    select ${bug.id}, ${bug.createdOn}, false, 'unclassified', ${bug.productNumber ?? 0}, ${bug.isPrivate ?? false}, words from own
  ), ${vocabularyPart(newVocabulary(tx, ownText(runs)))}`
}

const textsOfBug = {
  name: 'search-texts',
  text: `select comment_id is null as "isOwn", plain from bug_texts where bug_id = $1 order by comment_id nulls first`,
}

/**
 * Returns all lexemes of a bug from its stored texts, its own ones first. @param own its own texts, if they have
 * changed
 */
async function wordsOfTexts(tx: Tx, bugId: string, own?: string): Promise<Set<string>> {
  const words = new Set<string>()
  for (const { isOwn, plain } of await tx.prepared<{ isOwn: boolean; plain: string }>(textsOfBug, [bugId])) {
    for (const runs of runsOfPlain(isOwn ? (own ?? plain) : plain)) addLexemes(words, runs)
  }
  return words
}
