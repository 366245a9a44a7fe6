import pg from 'pg'
import type { ListPage } from './scenario.ts'

/** Bugs per page in the measurements. */
export const pageSize = 25

/**
 * Returns the statement of a page for the thin server. Its text contains the values, so that PostgreSQL plans it once
 * for exactly these, which nothing can beat.
 */
export function pageStatement(list: ListPage): string {
  return openPageStatement(list).replaceAll(/\$(\d+)/g, (_, number: string) =>
    literal(list.values[Number(number) - 1] ?? ''),
  )
}

/** Returns the same with parameters instead of the values. */
export function openPageStatement(list: ListPage): string {
  return `select b.id, b.title, b.description, b.steps_to_reproduce, b.created_on, b.created_by,
      creator.full_name as creator_name, b.assigned_to, b.assigned_on, assignee.full_name as assignee_name,
      b.status, b.is_closed, b.classification, b.product, b.component, b.comment_count
    from ${fromOf(list)}
    join users creator on creator.id = b.created_by
    left join users assignee on assignee.id = b.assigned_to
    ${whereOf(list)} order by ${list.order} limit ${pageSize} offset ${list.offset}`
}

/** Returns the statement that counts the matching bugs. */
export function countStatement(list: ListPage): string {
  const { where } = list
  return `select count(*)::integer as n from bugs b ${joinOf(list)} ${where === '' ? '' : `where ${where}`}`
}

function fromOf(list: ListPage): string {
  if (!list.fewMatches) return `bugs b ${joinOf(list)}`
  const few = `array(select s.bug_id from bug_search s where ${list.where})`
  return `(select * from bugs where id = any (${few})) as b`
}

const whereOf = (list: ListPage) => (list.where === '' || list.fewMatches ? '' : `where ${list.where}`)
const joinOf = (list: ListPage) => (list.where.includes('s.') ? 'join bug_search s on s.bug_id = b.id' : '')
const literal = (value: string | number | boolean) => (typeof value === 'string' ? pg.escapeLiteral(value) : `${value}`)
