import type { Db } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { wordsOf } from '#shared/search/words.ts'
import { sql } from 'kysely'

/** The people whom each term of a search means, by its value. */
export type PeopleNamed = ReadonlyMap<string, readonly string[]>

const personTerms: ReadonlySet<string> = new Set(['assignee', 'author', 'commenter'])

/**
 * Whom the terms name: the caller, an id, or all whose full name has the words, the last one as the beginning of one.
 */
export async function peopleNamed(db: Db, userId: string, root: SearchNode): Promise<PeopleNamed> {
  const values = new Set(namesIn(root))
  const found = new Map<string, readonly string[]>()
  for (const value of values) {
    if (value === '@me') found.set(value, [userId])
    else if (isRecordId(value.toLowerCase())) found.set(value, [value.toLowerCase()])
    else found.set(value, await idsOf(db, value))
  }
  return found
}

function namesIn(node: SearchNode): string[] {
  if (node.kind === 'and' || node.kind === 'or') return node.parts.flatMap(namesIn)
  if (node.kind === 'not') return namesIn(node.of)
  return node.kind === 'term' && personTerms.has(node.name) && node.value !== 'none' ? [node.value] : []
}

async function idsOf(db: Db, name: string): Promise<string[]> {
  const words = wordsOf(name)
  // A first look in SQL, where letters that every server folds alike let it.
  const plain = words.filter((word) => /^[a-z0-9]+$/.test(word))
  const rows = await db
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where((column) =>
      column.or([
        column.and(plain.map((word) => sql<boolean>`full_name ilike ${`%${word}%`}`)),
        sql<boolean>`full_name ~ '[^ -~]'`,
      ]),
    )
    .execute()
  return rows.filter(({ full_name }) => isNamed(wordsOf(full_name), words)).map(({ id }) => id)
}

function isNamed(own: readonly string[], words: readonly string[]): boolean {
  return words.every((word, n) => own.some((mine) => (n === words.length - 1 ? mine.startsWith(word) : mine === word)))
}
