import type { PickerItem } from '#web/ui/overlays/popup-props.ts'
import type { LabelsChange } from '#shared/bugs/fields.ts'
import type { Label } from '#shared/labels/label.ts'
import type { FactBug } from './facts.ts'

/** A value of a fact that may be chosen; nothing in it is about one bug. */
export interface FactOption extends PickerItem {
  readonly value: FactValue
  /** What a bug shows once it has it. */
  readonly shown: Shown
  /** The same of one of several bugs, where it depends on what that one is. */
  readonly shownOf?: ((bug: Pick<FactBug, 'labels'>) => Shown) | undefined
  /** Of labels: which. */
  readonly labels?: LabelsSet
}

/** Labels that are added and removed. */
export interface LabelsSet {
  readonly added: readonly Label[]
  readonly removed: readonly Label[]
}

/** What was chosen of them, which may be set on other bugs too. */
export type FactChoice = Pick<FactOption, 'value' | 'words' | 'shown' | 'shownOf' | 'labels'>

/** What is sent: a value, yes or no, the id of a person or bug, null for nobody or none; of labels, which are added and removed. */
export type FactValue = string | boolean | null | LabelsChange

/** Some of what a bug shows; undefined takes something away. */
export type Shown = { readonly [K in keyof FactBug]?: FactBug[K] | undefined }

/** What may be chosen for what was typed. */
export interface FoundOptions {
  readonly groups: readonly { readonly name: string; readonly items: readonly FactOption[] }[]
  /** Others are on their way. */
  readonly isSearching: boolean
  /** They show digits once they are known. */
  readonly hasDigits?: boolean
  readonly error: Error | null
}

/** Returns a person as a value of the assignee. */
export function assigneeOf({ _id, fullName }: { readonly _id: string; readonly fullName: string }) {
  const assigned = { assignedTo: _id, fullName, assignedOn: new Date().toISOString(), isActive: true }
  return { words: fullName, value: _id, shown: { assigned } } satisfies Partial<FactOption>
}
