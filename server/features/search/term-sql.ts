import { followedBugs } from '#server/features/following/public.ts'
import { readMoments } from '#shared/search/search-moments.ts'
import type { SearchNode } from '#shared/search/search-query.ts'
import { statusNamed } from '#shared/search/search-terms.ts'
import type { PeopleNamed } from './people-named.ts'

/** The values of a statement, in the order of their parameters. */
export class Values {
  readonly list: unknown[]
  constructor(first: readonly unknown[] = []) {
    this.list = [...first]
  }
  /** @returns the parameter's name */
  add(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

export interface TermContext {
  readonly userId: string
  readonly people: PeopleNamed
  readonly now: Date
  /** The table of `b`: the bugs, or their rows for search, which hold fewer facts. */
  readonly table: 'bugs' | 'bug_search'
}

/** A condition on `b` that a term means; may be null where a fact is. */
export function termSql({ name, value }: SearchNode & { kind: 'term' }, context: TermContext, values: Values): string {
  const id = context.table === 'bugs' ? 'b.id' : 'b.bug_id'
  const among = (select: string) => `${id} in (${select})`
  /** On a column that the bugs alone have. */
  const fact = (condition: (row: string) => string) =>
    context.table === 'bugs' ? condition('b') : among(`select f.id from bugs f where ${condition('f')}`)
  const people = () => values.add(context.people.get(value) ?? [])
  switch (name) {
    case 'is':
      if (value !== 'followed') return `b.is_closed = ${values.add(value === 'closed')}`
      return among(`${followedBugs(values.add(context.userId))} select bug_id from followed`)
    case 'class':
      return `b.classification = ${values.add(value)}`
    case 'status': {
      const status = values.add(statusNamed(value))
      return fact((row) => `${row}.status = ${status}`)
    }
    case 'assignee': {
      if (value === 'none') return fact((row) => `${row}.assigned_to is null`)
      const ids = people()
      return fact((row) => `${row}.assigned_to = any(${ids}::text[])`)
    }
    case 'author': {
      const ids = people()
      return fact((row) => `${row}.created_by = any(${ids}::text[])`)
    }
    case 'commenter':
      return among(
        `select c.bug_id from comments c where c.user_id = any(${people()}::text[]) and c.deleted_on is null`,
      )
    case 'created':
      return between('b.created_on', value, context.now, values)
    case 'closed': {
      const range = (row: string) => between(`${row}.closed_on`, value, context.now, values)
      return fact((row) => `${row}.is_closed and ${range(row)}`)
    }
    case 'duplicate-of': {
      const original = values.add(value)
      const column = (row: string) => (value.length === 8 ? `right(${row}.duplicate_of, 8)` : `${row}.duplicate_of`)
      return fact((row) => `${row}.duplicate_of is not null and ${column(row)} = ${original}`)
    }
    case 'has':
      return among('select a.bug_id from attachments a where a.bug_id is not null')
    default:
      return 'true'
  }
}

function between(column: string, value: string, now: Date, values: Values): string {
  const { from, to } = readMoments(value, now) ?? {}
  return [...(from ? [`${column} >= ${values.add(from)}`] : []), ...(to ? [`${column} < ${values.add(to)}`] : [])].join(
    ' and ',
  )
}
