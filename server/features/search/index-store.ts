import type { Tx } from '#server/db/database.ts'
import { runsOf } from '#shared/search/words.ts'
import { addLexemes, indexedBytes, lexemesOf, maxIndexedBytes, withinLimit } from './lexemes.ts'
import { type OwnRuns, ownRuns, plainLine, plainText, runsOfPlain, type SearchedBug, textsOf } from './plain-text.ts'
import { noteVocabulary, vocabularyOf } from './vocabulary.ts'

/** Comments are gathered in parts of about so many bytes. */
export const partBytes = 8_000

/** What the index holds of a bug's own texts. */
export interface OwnIndex {
  readonly plain: string
  readonly titleWords: readonly string[]
  readonly ownWords: readonly string[]
}

export function ownIndex(own: OwnRuns): OwnIndex {
  const ownWords = new Set<string>()
  for (const text of textsOf(own)) addLexemes(ownWords, text)
  const titleWords = lexemesOf(own.title)
  for (const name of own.names) addLexemes(titleWords, name)
  return { plain: plainText(textsOf(own)), titleWords: withinLimit(titleWords), ownWords: withinLimit(ownWords) }
}

const addWords = {
  name: 'search-add-words',
  // A tsvector holds 1 MiB at most; only one with fewer words than this can be sure to be far below.
  text: `with last as (
      select part, octet_length(plain) as bytes from bug_texts where bug_id = $1 order by part desc limit 1
    ), appended as (
      update bug_texts t set plain = t.plain || E'\\n' || $2 from last
      where t.bug_id = $1 and t.part = last.part and last.part > 0 and last.bytes + octet_length($2) < ${partBytes}
      returning 1
    ), added as (
      insert into bug_texts (bug_id, part, plain)
      select $1, part + 1, $2 from last where not exists (select from appended)
    ), ${noteVocabulary(5)}
    update bug_search set words = words || array_to_tsvector($3::text[])
    where bug_id = $1 and (
      length(words) + cardinality($3::text[]) < 4000
      or octet_length(words::text) + $4::integer < ${maxIndexedBytes})`,
}

/** Adds the words of a new comment to those that its bug is found by. The caller holds the bug's lock. */
export async function indexComment(tx: Tx, bugId: string, message: string): Promise<void> {
  const runs = runsOf(message)
  if (runs.length === 0) return
  const lexemes = withinLimit(lexemesOf(runs))
  await tx.prepared(addWords, [bugId, plainLine(runs), lexemes, indexedBytes(lexemes), ...vocabularyOf(runs)])
}

/** Where a line stands between two others; all that is changed is the part that holds it. */
const replaceLine = {
  name: 'search-replace-line',
  text: `update bug_texts t set plain = btrim(left(w.whole, w.at) || case when $3::text is null then substr(w.whole, w.at + length($2) + 2)
      else $3 || substr(w.whole, w.at + length($2) + 1) end, E'\\n')
    from (
      select part, whole, at from bug_texts
      cross join lateral (select E'\\n' || plain || E'\\n' as whole) wrapped
      cross join lateral (select position(E'\\n' || $2 || E'\\n' in whole) as at) found
      where bug_id = $1 and part > 0 and at > 0 order by part limit 1
    ) w
    where t.bug_id = $1 and t.part = w.part`,
}

/**
 * Puts a comment's words as they are now in the place of those that it had. The caller holds the bug's lock.
 * @param from its message before; undefined when it was none
 * @param to its message now; undefined when it is none any more
 */
export async function reindexComment(
  tx: Tx,
  bugId: string,
  from: string | undefined,
  to: string | undefined,
): Promise<void> {
  const [before, after] = [runsOf(from ?? ''), runsOf(to ?? '')]
  if (before.length === 0) return indexComment(tx, bugId, to ?? '')
  const line = after.length > 0 ? plainLine(after) : null
  await tx.prepared(replaceLine, [bugId, plainLine(before), line])
  const words = await wordsOfParts(tx, bugId)
  await tx.prepared(setWords, [bugId, withinLimit(words), ...vocabularyOf(after)])
}

const setWords = {
  name: 'search-set-words',
  text: `with ${noteVocabulary(3)} update bug_search set words = array_to_tsvector($2::text[]) where bug_id = $1`,
}

const setOwnWords = {
  name: 'search-set-own-words',
  text: `with own as (update bug_texts set plain = $5 where bug_id = $1 and part = 0), ${noteVocabulary(6)}
    update bug_search set words = array_to_tsvector($2::text[]), title_words = array_to_tsvector($3::text[]),
      own_words = array_to_tsvector($4::text[])
    where bug_id = $1`,
}

/** Makes the words of a bug anew, from its own texts as given and its comments as they are. The caller holds its lock. */
export async function reindexBug(tx: Tx, bug: SearchedBug): Promise<void> {
  const own = ownRuns(bug)
  const { plain, titleWords, ownWords } = ownIndex(own)
  const words = await wordsOfParts(tx, bug.id, plain)
  await tx.prepared(setOwnWords, [
    bug.id,
    withinLimit(words),
    titleWords,
    ownWords,
    plain,
    ...vocabularyOf(ownText(own)),
  ])
}

/** The words that people wrote: ids are nothing to correct to. */
const ownText = (own: OwnRuns) => [...own.title, ...own.description, ...own.stepsToReproduce]

const insertBug = {
  name: 'search-insert-bug',
  text: `with bug as (
      insert into bugs (id, title, description, steps_to_reproduce, created_on, created_by)
      values ($1, $2, $3, $4, $5, $6)
    ), texts as (insert into bug_texts (bug_id, part, plain) values ($1, 0, $7)), ${noteVocabulary(10)}
    insert into bug_search (bug_id, created_on, is_closed, classification, words, title_words, own_words)
    select $1, $5, false, 'unclassified', w.own, array_to_tsvector($9::text[]), w.own
    from (select array_to_tsvector($8::text[]) as own) w`,
}

/** Stores a new bug with what it is found by: one cannot be without the other. */
export async function insertIndexedBug(
  tx: Tx,
  bug: SearchedBug & { readonly createdOn: Date; readonly createdBy: string },
): Promise<void> {
  const runs = ownRuns(bug)
  const { plain, ownWords, titleWords } = ownIndex(runs)
  const { id, title, description, stepsToReproduce, createdOn, createdBy } = bug
  const facts = [id, title, description, stepsToReproduce, createdOn, createdBy]
  await tx.prepared(insertBug, [...facts, plain, ownWords, titleWords, ...vocabularyOf(ownText(runs))])
}

const partsOf = { name: 'search-parts', text: 'select part, plain from bug_texts where bug_id = $1 order by part' }

/** All lexemes of a bug by its kept texts, its own ones first. @param own part 0, where it is another now */
async function wordsOfParts(tx: Tx, bugId: string, own?: string): Promise<Set<string>> {
  const words = new Set<string>()
  for (const { part, plain } of await tx.prepared<{ part: number; plain: string }>(partsOf, [bugId])) {
    for (const runs of runsOfPlain(part === 0 ? (own ?? plain) : plain)) addLexemes(words, runs)
  }
  return words
}

/** Comments gathered in the parts that `bug_texts` keeps them in, from part 1 on. */
export function commentParts(comments: readonly (readonly string[])[]): string[] {
  const parts: string[] = []
  let bytes = Infinity
  for (const runs of comments) {
    if (runs.length === 0) continue
    const line = plainLine(runs)
    const size = Buffer.byteLength(line)
    if (bytes + size < partBytes) parts[parts.length - 1] += `\n${line}`
    else {
      parts.push(line)
      bytes = 0
    }
    bytes += size + 1
  }
  return parts
}
