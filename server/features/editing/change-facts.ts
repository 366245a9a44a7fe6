import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import type { FieldChanges } from '#server/events/event.ts'
import { type LockedBug, lockBug } from '#server/features/bugs/public.ts'
import { fieldChanges, fieldsOfProduct, refuseEmptied, withChanges } from '#server/features/custom-fields/public.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  type BulkName,
  bulkNames,
  type BulkValues,
  type FlagName,
  isPart,
  type LabelsName,
  labelsNames,
  type PartName,
  type PlainName,
  settableNames,
  type SomePlainValues,
} from '#shared/bugs/fields.ts'
import type { ManyValues } from '#shared/bulk/bulk-values.ts'
import { givenField } from '#shared/custom-fields/custom-field.ts'
import { changeAssignee } from './assign-bug.ts'
import { labelsToChange } from './change-labels.ts'
import { partOfProduct } from './change-parts.ts'
import { changeClassification } from './classify-bug.ts'
import { changeStatus } from './close-bug.ts'
import { changeProduct } from './move-bug.ts'
import { requireMaySet, requireMaySetCustom } from './require-may-set.ts'
import { changeFields, type SomeLabels } from './set-fields.ts'

/** A field that was not changed, and why. */
export interface RefusedFact {
  /** Of a custom one as in the refusal. */
  readonly field: string
  readonly refusal: AppError
}

/** What a change of several facts has done. */
export interface ChangedFacts {
  readonly isChanged: boolean
  readonly refused: readonly RefusedFact[]
}

/** @returns the bug's version after it */
type Change = (tx: Tx, actor: Actor, bug: LockedBug, values: BulkValues) => Promise<number>

type Settable = { -readonly [N in keyof SomePlainValues]: SomePlainValues[N] }

/** The fields with a route of their own, each by what its route does. */
const routed: { readonly [N in Exclude<BulkName, PlainName | FlagName | LabelsName | PartName>]: Change } = {
  status: async (tx, actor, bug, { status = bug.status }) => changeStatus(tx, actor, bug, status, {}),
  classification: async (tx, actor, bug, { classification = bug.classification }) =>
    changeClassification(tx, actor, bug, { classification }, {}),
  product: async (tx, actor, bug, { product }) =>
    product === undefined ? bug.version : changeProduct(tx, actor, bug, product, {}),
  assignee: async (tx, actor, bug, { assignee = bug.assignedTo }) => changeAssignee(tx, actor, bug, assignee, {}),
}

/** A move and custom fields come first: others are judged by the product that a bug is moved to, and closing by what it lacks. */
const others = bulkNames.filter((name) => name !== 'product')

/**
 * Sets facts of a bug, each judged by itself as its own call would: one that is refused leaves the others alone. The
 * caller has waited for the links.
 * @throws AppError not-found
 */
export async function changeFacts(tx: Tx, actor: Actor, bugId: string, values: ManyValues): Promise<ChangedFacts> {
  let bug = await lockBug(tx, actor, bugId)
  const first = bug.version
  const refused: RefusedFact[] = []
  async function judged(field: string, change: () => Promise<void>): Promise<void> {
    try {
      await change()
    } catch (error) {
      // A refusal is thrown before anything is written.
      if (!(error instanceof AppError)) throw error
      refused.push({ field, refusal: error })
    }
  }
  /** Those without a route are set together, by one event. */
  const plain: Settable = {}
  const labels: SomeLabels = {}
  let custom: FieldChanges = {}

  async function change(field: BulkName): Promise<void> {
    const value = values[field]
    if (value === undefined) return
    requireMaySet(actor, bug, field, isLabels(field) ? undefined : (value as string | null))
    // Whoever moves it sees it there too, and its parts are those of the other product then.
    if (isPart(field)) plain[field] = await partOfProduct(tx, bug, field, values[field] ?? null)
    else if (isPlain(field)) Object.assign(plain, { [field]: value })
    else if (isLabels(field)) labels[field] = await labelsToChange(tx, bug, field, values[field] ?? {})
    // But for a product and what closing asks for, no field reads what another one of them writes.
    else bug = { ...bug, version: await routed[field](tx, actor, bug, values) }
  }

  await judged('product', async () => {
    await change('product')
    if (bug.version > first) bug = await lockBug(tx, actor, bugId)
  })
  const before = bug.fields
  const given = Object.entries(values.fields ?? {})
  const fields = given.length > 0 ? await fieldsOfProduct(tx, bug.productNumber) : new Map()
  for (const [key, value] of given) {
    await judged(givenField(key), async () => {
      requireMaySetCustom(actor, bug)
      const changes = await fieldChanges(tx, { ...bug, fields: before }, { [key]: value }, fields)
      refuseEmptied(bug, changes, fields)
      custom = { ...custom, ...changes }
    })
  }
  bug = { ...bug, fields: withChanges(before, custom) }
  for (const field of others) await judged(field, () => change(field))
  const version = await changeFields(tx, actor, { ...bug, fields: before }, { plain, labels, custom }, {})
  return { isChanged: version > first, refused }
}

const isPlain = (field: BulkName): field is PlainName | FlagName => settableNames.some((name) => name === field)
const isLabels = (field: BulkName): field is LabelsName => labelsNames.some((name) => name === field)
