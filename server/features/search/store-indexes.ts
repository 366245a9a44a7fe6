import type { Tx } from '#server/db/database.ts'
import { sql } from 'kysely'
import type { BugIndex } from './bug-index.ts'
import { vocabularyOf, vocabularyPart } from './vocabulary.ts'

/** A bug that was stored without its words. */
export interface UnindexedBug {
  readonly id: string
  readonly index: BugIndex
}

/** Stores the words of many bugs; the bugs themselves exist, or are stored in the same transaction. */
export async function storeIndexes(tx: Tx, bugs: readonly UnindexedBug[]): Promise<void> {
  const rows = bugs.map(({ id, index }) => ({
    id,
    words: index.words.join('\n'),
    title: index.titleWords.join('\n'),
    own: index.ownWords.join('\n'),
  }))
  const texts = bugs.flatMap(({ id, index }) =>
    index.texts.map(({ commentId, plain, pairs }) => ({ bug_id: id, comment_id: commentId, plain, pairs })),
  )
  await sql`
    insert into bug_search (bug_id, created_on, is_closed, classification, product_number, is_private, words)
    select r.id, b.created_on, b.is_closed, b.classification, b.product_number, b.is_private, ${sql.raw(lexemes('words'))}
    from json_to_recordset(${JSON.stringify(rows.map(({ id, words }) => ({ id, words })))}::json) as r (id text, words text)
    join bugs b on b.id = r.id
    on conflict (bug_id) do update set words = excluded.words`.execute(tx)
  await sql`
    insert into bug_ranks (bug_id, title_words, own_words)
    select r.id, ${sql.raw(lexemes('title'))}, ${sql.raw(lexemes('own'))}
    from json_to_recordset(${JSON.stringify(rows.map(({ id, title, own }) => ({ id, title, own })))}::json)
      as r (id text, title text, own text)`.execute(tx)
  await sql`
    insert into bug_texts (bug_id, comment_id, plain, pairs)
    select * from json_to_recordset(${JSON.stringify(texts)}::json)
      as r (bug_id text, comment_id text, plain text, pairs integer[])`.execute(tx)
  const words = vocabularyOf(bugs.flatMap(({ index }) => index.vocabulary))
  await tx.run(sql`with ${vocabularyPart(words)} select`, { keepsPlan: true })
}

/** One lexeme per line, because words have no line ends. */
const lexemes = (column: string) => `array_to_tsvector(string_to_array(r.${column}, E'\\n'))`
