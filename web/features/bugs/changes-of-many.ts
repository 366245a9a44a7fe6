import { type FieldTerm, isFieldTerm, keyOfTerm } from '#shared/custom-fields/field-name.ts'
import { type Mutation, useMutationState } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { type BulkName, isPart } from '#shared/bugs/fields.ts'

/** The key of changes of many bugs at once, which last until the last of the bugs is changed. */
export const changeOfMany = ['change many bugs'] as const

/** What a bug shows once it is changed; by the bug where each becomes another. */
export type ShownOfMany = Partial<BugListItem> | ((bug: BugListItem) => Partial<BugListItem>)

/** Returns what a bug shows once it is changed. */
export function shownChange(shown: ShownOfMany | undefined, bug: BugListItem): Partial<BugListItem> {
  return (typeof shown === 'function' ? shown(bug) : shown) ?? {}
}

/** What is set on many bugs: a declared field, or a custom one as searches name it. */
export type ManyName = BulkName | FieldTerm

/** A change of many bugs on its way to the server. */
export interface PendingChangeOfMany {
  readonly field: ManyName
  /** What a bug shows once it is changed. */
  readonly shown: ShownOfMany
  /** What the field was, by the ids of the bugs that are on the screen. */
  readonly before: ReadonlyMap<string, string | boolean | null>
}

/**
 * Returns a bug's value of a field: one of a few, yes or no, or the id of a person, product or part, or those of its labels; of
 * a custom field all in one text.
 */
export function bulkValueOf(bug: BugListItem, field: ManyName): string | boolean | null {
  if (isFieldTerm(field)) {
    const key = keyOfTerm(field)
    return JSON.stringify(Object.hasOwn(bug.fields, key) ? bug.fields[key] : null)
  }
  if (field === 'product') return bug.product._id
  if (field === 'labels') return bug.labels.map(({ _id }) => _id).join(' ')
  if (isPart(field)) return bug[field]?._id ?? null
  return field === 'assignee' ? (bug.assigned?.assignedTo ?? null) : bug[field]
}

/**
 * Returns how bugs are shown with the changes of many that are on their way. A bug shows one for as long as it is read as
 * it was before: whatever else it becomes meanwhile is the truth.
 */
export function useChangesOfMany(): <B extends BugListItem>(bug: B) => B {
  const changes = useMutationState({ filters: { mutationKey: changeOfMany, status: 'pending' }, select: pendingIn })
  return useCallback(
    (bug) => {
      const own = changes.filter(
        (change) => change?.before.has(bug._id) && change.before.get(bug._id) === bulkValueOf(bug, change.field),
      )
      return own.length === 0 ? bug : own.reduce((now, change) => ({ ...now, ...shownChange(change?.shown, now) }), bug)
    },
    [changes],
  )
}

function pendingIn({ state }: Mutation): PendingChangeOfMany | undefined {
  return state.variables as PendingChangeOfMany | undefined
}
