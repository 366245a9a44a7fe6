import type { Actor } from '#server/access/actor.ts'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { type PlainColumns, plainColumns, plainValuesIn } from '#shared/bugs/fields.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import { bugAbilities } from './policy.ts'

/** Columns of `bugFactColumns`, of a statement that has ISO moments. */
export interface BugFactRow extends PlainColumns {
  id: string
  title: string
  description: string
  steps_to_reproduce: string
  created_on: string
  created_by: string
  creator_name: string
  assigned_to: string | null
  assigned_on: string | null
  assignee_name: string | null
  status: BugStatus
  is_closed: boolean
  classification: Classification
  product: string | null
  component: string | null
  comment_count: number
  affected_count: number
  version: number
}

/** Select list for a bug `b`, its creator `creator` and its assignee `assignee`. */
export const bugFactColumns = `b.id, b.title, b.description, b.steps_to_reproduce, b.created_on, b.created_by,
  creator.full_name as creator_name, b.assigned_to, b.assigned_on, assignee.full_name as assignee_name,
  b.status, b.is_closed, b.classification, b.product, b.component, b.comment_count, b.affected_count, b.version,
  ${plainColumns.map((column) => `b.${column}`).join(', ')}`

/** What `bugFactColumns` reads from, after a source of `b`. */
export const bugFactJoins = `join users creator on creator.id = b.created_by left join users assignee on assignee.id = b.assigned_to`

/** A bug as lists show it. */
export function presentListItem(row: BugFactRow, actor: Actor): BugListItem {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    stepsToReproduce: row.steps_to_reproduce,
    createdOn: row.created_on,
    createdBy: { _id: row.created_by, fullName: row.creator_name },
    ...(row.assigned_to &&
      row.assigned_on && {
        assigned: {
          assignedTo: row.assigned_to,
          fullName: row.assignee_name ?? '',
          assignedOn: row.assigned_on,
        },
      }),
    isClosed: row.is_closed,
    status: row.status,
    classification: row.classification,
    ...plainValuesIn(row),
    labels: [
      ...(row.product ? [{ kind: 'product' as const, name: row.product }] : []),
      ...(row.component ? [{ kind: 'component' as const, name: row.component }] : []),
    ],
    commentCount: row.comment_count,
    affectedCount: row.affected_count,
    version: row.version,
    abilities: bugAbilities(actor, { createdBy: row.created_by }),
  }
}
