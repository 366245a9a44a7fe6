import type { Tx } from '#server/db/database.ts'
import { runsOf } from '#shared/search/words.ts'
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
import { noteVocabulary } from './vocabulary.ts'

/** What the index holds of a bug's own texts. */
export interface OwnIndex {
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
 * Parts of a `with` that add the words of a comment to those that its bug is found by; `commentWords` gives their values.
 * The caller holds the bug's lock. A tsvector holds 1 MiB at most; only one with fewer words than this can be sure to be
 * far below.
 * @param n the number of the first parameter
 */
export const commentWordsPart = (n: number) => `texts as (
    insert into bug_texts (bug_id, comment_id, plain, pairs)
    select $${n}, $${n + 1}, $${n + 2}, $${n + 3}::integer[] where cardinality($${n + 4}::text[]) > 0
  ), search as (
    update bug_search set words = words || array_to_tsvector($${n + 4}::text[])
    where bug_id = $${n} and cardinality($${n + 4}::text[]) > 0 and (
      length(words) + cardinality($${n + 4}::text[]) < 4000
      or octet_length(words::text) + $${n + 5}::integer < ${maxIndexedBytes})
  ), ${noteVocabulary(n + 6)}`

/** The values of `commentWordsPart`. */
export function commentWords(tx: Tx, bugId: string, commentId: string, message: string): unknown[] {
  const runs = runsOf(message)
  const lexemes = withinLimit(lexemesOf(runs))
  const { plain, pairs } = plainText([runs])
  return [bugId, commentId, plain, pairs, lexemes, indexedBytes(lexemes), ...newVocabulary(tx, runs)]
}

const addWords = { name: 'search-add-words', text: `with ${commentWordsPart(1)} select` }

/** Adds the words of a comment that is back again to those that its bug is found by. The caller holds the bug's lock. */
export async function indexComment(tx: Tx, bugId: string, commentId: string, message: string): Promise<void> {
  await tx.prepared(addWords, commentWords(tx, bugId, commentId, message))
}

/** Makes the words of a bug anew after a comment has others, or none any more. The caller holds the bug's lock. */
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
  await tx.prepared(setWords, [bugId, withinLimit(words), ...newVocabulary(tx, runs)])
}

const dropText = { name: 'search-drop-text', text: 'delete from bug_texts where bug_id = $1 and comment_id = $2' }
const setText = {
  name: 'search-set-text',
  text: `insert into bug_texts (bug_id, comment_id, plain, pairs) values ($1, $2, $3, $4::integer[])
    on conflict (bug_id, comment_id) do update set plain = excluded.plain, pairs = excluded.pairs`,
}
const setWords = {
  name: 'search-set-words',
  text: `with ${noteVocabulary(3)} update bug_search set words = array_to_tsvector($2::text[]) where bug_id = $1`,
}

const setOwnWords = {
  name: 'search-set-own-words',
  text: `with own as (
      update bug_texts set plain = $5, pairs = $6::integer[] where bug_id = $1 and comment_id is null
    ), ranks as (
      update bug_ranks set title_words = array_to_tsvector($3::text[]), own_words = array_to_tsvector($4::text[])
      where bug_id = $1
    ), ${noteVocabulary(7)}
    update bug_search set words = array_to_tsvector($2::text[]) where bug_id = $1`,
}

/** Makes the words of a bug anew, from its own texts as given and its comments as they are. The caller holds its lock. */
export async function reindexBug(tx: Tx, bug: SearchedBug): Promise<void> {
  const own = ownRuns(bug)
  const { text, titleWords, ownWords } = ownIndex(own)
  const words = await wordsOfTexts(tx, bug.id, text.plain)
  const values = [bug.id, withinLimit(words), titleWords, ownWords, text.plain, text.pairs]
  await tx.prepared(setOwnWords, [...values, ...newVocabulary(tx, ownText(own))])
}

/** The words that people wrote: ids are nothing to correct to. */
const ownText = (own: OwnRuns) => [...own.title, ...own.description, ...own.stepsToReproduce]

/**
 * Parts of a `with` that store a new bug with what it is found by: one cannot be without the other. `newBugValues` gives
 * the values, of parameters from $1 on.
 */
export const newBugPart = `bug as (
    insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by)
    values ($1, $2, $3, $4, $5, $6)
  ), texts as (
    insert into bug_texts (bug_id, plain, pairs) values ($1, $7, $10::integer[])
  ), own as materialized (
    select array_to_tsvector($8::text[]) as words
  ), ranks as (
    insert into bug_ranks (bug_id, title_words, own_words) select $1, array_to_tsvector($9::text[]), words from own
  ), search as (
    insert into bug_search (bug_id, created_on, is_closed, classification, words)
    select $1, $5, false, 'unclassified', words from own
  ), ${noteVocabulary(11)}`

/** Parameters that `newBugPart` takes. */
export const newBugParameters = 13

export interface NewIndexedBug extends SearchedBug {
  readonly createdOn: Date
  readonly createdBy: string
}

/** The values of `newBugPart`. */
export function newBugValues(tx: Tx, bug: NewIndexedBug): unknown[] {
  const runs = ownRuns(bug)
  const { text, ownWords, titleWords } = ownIndex(runs)
  const { id, title, description, stepsToReproduce, createdOn, createdBy } = bug
  const facts = [id, title, description, stepsToReproduce, createdOn, createdBy]
  const words = [text.plain, ownWords, titleWords, text.pairs]
  return [...facts, ...words, ...newVocabulary(tx, ownText(runs))]
}

const insertBug = { name: 'search-insert-bug', text: `with ${newBugPart} select` }

/** Stores a new bug with what it is found by. */
export async function insertIndexedBug(tx: Tx, bug: NewIndexedBug): Promise<void> {
  await tx.prepared(insertBug, newBugValues(tx, bug))
}

const textsOfBug = {
  name: 'search-texts',
  text: `select comment_id is null as "isOwn", plain from bug_texts where bug_id = $1 order by comment_id nulls first`,
}

/** All lexemes of a bug by its kept texts, its own ones first. @param own its own texts, where they are others now */
async function wordsOfTexts(tx: Tx, bugId: string, own?: string): Promise<Set<string>> {
  const words = new Set<string>()
  for (const { isOwn, plain } of await tx.prepared<{ isOwn: boolean; plain: string }>(textsOfBug, [bugId])) {
    for (const runs of runsOfPlain(isOwn ? (own ?? plain) : plain)) addLexemes(words, runs)
  }
  return words
}
