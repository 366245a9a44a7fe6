import type { Actor } from '#server/access/actor.ts'
import { labelIdsColumn } from '#server/features/labels/public.ts'
import type { BugListItem } from '#shared/bugs/contract.ts'
import {
  bugFields,
  eachField,
  partColumns,
  partNames,
  type PlainColumns,
  plainColumns,
  plainValuesIn,
} from '#shared/bugs/fields.ts'
import { fieldsWithNames } from '#shared/custom-fields/custom-field.ts'
import type { BugStatus, Classification } from '#shared/bugs/words.ts'
import { bugKeyOf } from '#shared/products/words.ts'
import type { BugNames, NamingRow } from './bug-names.ts'
import { bugAbilities } from './policy.ts'

/** Columns of `bugFactColumns`, of a statement that has ISO timestamps. */
export interface BugFactRow extends PlainColumns, NamingRow {
  id: string
  title: string
  description: string
  steps_to_reproduce: string
  created_on: string
  created_by: string
  creator_name: string
  creator_is_guest: boolean
  assigned_to: string | null
  assigned_on: string | null
  assignee_name: string | null
  assignee_is_active: boolean
  status: BugStatus
  is_closed: boolean
  classification: Classification
  /** The words of an old tracker. */
  imported_product: string | null
  imported_component: string | null
  product_id: string
  product_key: string
  product_name: string
  number: number
  is_private: boolean
  is_waiting: boolean
  waiting_since: string | null
  comment_count: number
  affected_count: number
  updated_on: string
  version: number
  /** For the caller, as the API says it; absent where nobody asked. */
  snoozed_until?: string | null
}

/** Select list for a bug `b`, its creator `creator`, its assignee `assignee` and its `updates`. */
export const bugFactColumns = `b.id, b.title, b.description, b.steps_to_reproduce, b.created_on, b.created_by,
  creator.full_name as creator_name, coalesce(starts_with(creator.import_key, 'contact:'), false) as creator_is_guest,
  b.assigned_to, b.assigned_on, assignee.full_name as assignee_name,
  assignee.deactivated_on is null as assignee_is_active,
  b.status, b.is_closed, b.classification, b.product as imported_product,
  b.component as imported_component, b.number, b.is_private,
  product.id as product_id, product.key as product_key, product.name as product_name, b.comment_count, b.affected_count, b.version,
  updates.updated_on, updates.is_waiting, updates.waiting_since, ${[...plainColumns, ...partColumns].map((column) => `b.${column}`).join(', ')},
  nullif(b.fields, '{}') as fields, ${labelIdsColumn}`

/** What `bugFactColumns` reads from, after a source of `b`. */
export const bugFactJoins = `join users creator on creator.id = b.created_by left join users assignee on assignee.id = b.assigned_to
  join products product on product.number = b.product_number join bug_updates updates on updates.id = b.id`

/** A bug as lists show it. @param names what `namesIn` gives for it, and maybe for others */
export function presentListItem(row: BugFactRow, names: BugNames, actor: Actor): BugListItem {
  return {
    _id: row.id,
    key: bugKeyOf(row.product_key, row.number),
    product: { _id: row.product_id, key: row.product_key, name: row.product_name },
    isPrivate: row.is_private,
    isWaiting: row.is_waiting,
    ...(row.waiting_since && { waitingSince: row.waiting_since }),
    title: row.title,
    description: row.description,
    stepsToReproduce: row.steps_to_reproduce,
    createdOn: row.created_on,
    createdBy: {
      _id: row.created_by,
      fullName: row.creator_name,
      ...(row.creator_is_guest && { isGuest: true as const }),
    },
    updatedOn: row.updated_on,
    ...(row.assigned_to &&
      row.assigned_on && {
        assigned: {
          assignedTo: row.assigned_to,
          fullName: row.assignee_name ?? '',
          assignedOn: row.assigned_on,
          isActive: row.assignee_is_active,
        },
      }),
    isClosed: row.is_closed,
    status: row.status,
    classification: row.classification,
    ...plainValuesIn(row),
    labels: names.labels.filter(({ _id }) => row.label_ids?.includes(_id)),
    ...eachField(partNames, (name) => names.parts.get(row[bugFields[name].column] ?? '') ?? null),
    ...(row.imported_product !== null && { importedProduct: row.imported_product }),
    ...(row.imported_component !== null && { importedComponent: row.imported_component }),
    fields: fieldsWithNames(row.fields ?? {}, names.people),
    commentCount: row.comment_count,
    affectedCount: row.affected_count,
    version: row.version,
    ...(row.snoozed_until && { snoozedUntil: row.snoozed_until }),
    abilities: bugAbilities(actor, { createdBy: row.created_by, status: row.status }),
  }
}
