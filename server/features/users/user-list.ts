import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Permission } from '#shared/access/permissions.ts'
import type { QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import { defaultPageSize, paginationOf } from '#shared/http/page.ts'
import { wordsOf } from '#shared/search/words.ts'
import type { listUsers as endpoint, UserSort } from '#shared/users/contract.ts'
import { mayEditUsers } from './policy.ts'
import { presentUser, userColumns, type UserRow } from './user-presenter.ts'

type Query = QueryOf<typeof endpoint>

/** What each sort orders by, in its usual direction. */
const orders: Readonly<Record<UserSort, { key: string; descending: boolean }>> = {
  givenName: { key: 'lower(u.given_name) collate "C"', descending: false },
  familyName: { key: 'lower(u.family_name) collate "C"', descending: false },
  role: { key: '(select min(r.role) from user_roles r where r.user_id = u.id) collate "C"', descending: false },
  newest: { key: 'u.created_on', descending: true },
  oldest: { key: 'u.created_on', descending: false },
}

/**
 * Returns one page of the people with an account; those known only from an import are not listed. Newest first by
 * default.
 */
export async function userList(
  db: Db,
  actor: Actor,
  query: Query,
  now = new Date(),
): Promise<ReplyOf<typeof endpoint>> {
  const page = { number: query.pageNumber ?? 1, size: query.pageSize ?? defaultPageSize }
  const words = query.keywords?.trim() ? wordsOf(query.keywords) : []
  if (query.keywords?.trim() && words.length === 0) return { result: [], pagination: paginationOf(page, 0) }

  const conditions = ['u.email is not null']
  const values: unknown[] = []
  const add = (condition: (place: string) => string, value: unknown) => {
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  if (query.role) {
    add((role) => `exists (select from user_roles r where r.user_id = u.id and r.role = ${role})`, query.role)
  }
  if (query.seesInternalComments !== undefined) {
    if (!actor.sees.internalComments)
      throw new AppError('forbidden', 'Only who sees internal comments may ask who else does.')
    add(
      (permission) => `exists (select from user_roles ur join roles r on r.name = ur.role
        where ur.user_id = u.id and ${permission} = any(r.permissions))`,
      'canViewInternalComments' satisfies Permission,
    )
  }
  if (query.minAge !== undefined) add((date) => `u.created_on <= ${date}`, daysBefore(now, query.minAge))
  if (query.maxAge !== undefined) add((date) => `u.created_on >= ${date}`, daysBefore(now, query.maxAge))
  // Words consist of letters, marks and digits, so they need no escaping in a regular expression.
  words.forEach((word, index) =>
    add((pattern) => `${searchedText(actor)} ~ ${pattern}`, wordPattern(word, index === words.length - 1)),
  )

  const where = `where ${conditions.join(' and ')}`
  const { key, descending } = orders[query.sortBy ?? 'newest']
  const direction = descending !== (query.sortByInvert ?? false) ? 'desc' : 'asc'
  const text = `select ${userColumns} from users u ${where} order by ${key} ${direction}, u.id ${direction}
    limit $${values.length + 1} offset $${values.length + 2}`
  const rows = await db.prepared<UserRow>({ name: '', text }, [...values, page.size, (page.number - 1) * page.size])
  const [count] = await db.prepared<{ n: number }>(
    { name: '', text: `select count(*) as n from users u ${where}` },
    values,
  )
  return { result: rows.map((row) => presentUser(row, actor)), pagination: paginationOf(page, count?.n ?? 0) }
}

/** Returns the searched text: a person who may not see e-mail addresses can't search them either. */
function searchedText(actor: Actor): string {
  const email = mayEditUsers(actor) ? `, u.email` : ''
  return `lower(concat_ws(' ', u.full_name, u.given_name, u.family_name, u.id${email}))`
}

const wordPattern = (word: string, isLast: boolean) => `\\m${word}${isLast ? '' : '\\M'}`

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)
