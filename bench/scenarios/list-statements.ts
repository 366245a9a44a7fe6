import pg from 'pg'
import type { ListPage } from './scenario.ts'

/** Bugs of a page that is measured. */
export const pageSize = 25

/**
 * The page alone, as the thin server runs it. The values stand in its text, so that PostgreSQL plans it once and for
 * just these: nothing can be quicker.
 */
export function pageStatement(list: ListPage): string {
  return openPageStatement(list).replaceAll(/\$(\d+)/g, (_, number: string) =>
    literal(list.values[Number(number) - 1] ?? ''),
  )
}

/** The same with parameters in place of the values. */
export function openPageStatement(list: ListPage): string {
  return `select b.id, b.title, b.description, b.steps_to_reproduce, b.created_on, b.created_by,
      creator.full_name as creator_name, b.assigned_to, b.assigned_on, assignee.full_name as assignee_name,
      b.status, b.is_closed, b.classification, b.product, b.component, b.comment_count
    from ${fromOf(list)}
    join users creator on creator.id = b.created_by
    left join users assignee on assignee.id = b.assigned_to
    ${whereOf(list)} order by ${list.order} limit ${pageSize} offset ${list.offset}`
}

/** How many bugs match, counted. */
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
