import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { belongsToBulk, recordEvent } from '#server/events/record-event.ts'
import { findActorOf } from '#server/features/auth/public.ts'
import { lockBug, lockTotals } from '#server/features/bugs/public.ts'
import { lockConversationsOf } from '#server/features/chat/public.ts'
import { changeFacts } from '#server/features/editing/public.ts'
import {
  changesOfBulk,
  customChangesIn,
  originalsBeforeBulk,
  presentEntry,
  requireEvent,
  takeBack,
  type Undo,
  type Undoers,
} from '#server/features/history/public.ts'
import { lockWithOriginals, waitForLinks } from '#server/features/merging/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { fieldNames } from '#shared/bugs/fields.ts'
import { givenField } from '#shared/custom-fields/custom-field.ts'
import type { FactRefusal } from '#shared/bulk/contract.ts'
import { type BugOutcome, type ClaimedBulk, claimBulk, keepOutcomes, nextBugs } from './bulk-store.ts'

/** Bugs that are changed in one transaction. */
export const batchSize = 50

/** Whether there is more to do: not when it is done, nor when somebody else works at it. */
export type Progress = 'more' | 'done' | 'elsewhere'

/**
 * Changes the next bugs of a bulk change and keeps what became of them, with the rights that its creator has now. The
 * lock of its row lets one transaction at a time work at it.
 * @param size bugs at most
 */
export async function workOnBatch(
  tx: Tx,
  bulkId: string,
  { undoers, size }: { readonly undoers: Undoers; readonly size: number },
): Promise<Progress> {
  const bulk = await claimBulk(tx, bulkId)
  if (!bulk) return 'elsewhere'
  const bugIds = await nextBugs(tx, bulkId, size)
  await lockAll(tx, bulk, bugIds)
  const actor = await findActorOf(tx, bulk.createdBy)
  belongsToBulk(tx, bulkId)
  const outcomes: BugOutcome[] = []
  for (const bugId of bugIds) outcomes.push({ bugId, ...(await outcomeOf(tx, actor, bulk, bugId, undoers)) })
  const isDone = await keepOutcomes(tx, bulkId, outcomes)
  await tellOwnPages(tx, bulk)
  return isDone ? 'done' : 'more'
}

/** Locks everything that the next bugs' changes lock, in the order in which single changes do. */
async function lockAll(tx: Tx, { fields, undoes }: ClaimedBulk, bugIds: readonly string[]): Promise<void> {
  await waitForLinks(tx)
  const putBack = undoes === null ? [] : await originalsBeforeBulk(tx, { bulkId: undoes, bugIds })
  await lockWithOriginals(tx, [...bugIds, ...putBack])
  await lockTotals(tx)
  // A visitor hears when a bug is closed or opened, for which the end of a merge may count.
  const isHeardOf = undoes !== null || fields.status !== undefined || fields.classification !== undefined
  if (isHeardOf) await lockConversationsOf(tx, bugIds)
}

/** Keeps of a bug of a bulk change that it can't be changed for a defect, unless another process has kept what became of it. */
export async function giveUp(tx: Tx, bulkId: string, bugId: string): Promise<Progress> {
  const bulk = await claimBulk(tx, bulkId)
  if (!bulk) return 'elsewhere'
  const refusals = [{ code: 'internal', message: 'Something went wrong here. It was logged.' }] as const
  const [next] = await nextBugs(tx, bulkId, 1)
  if (next !== bugId) return 'more'
  const isDone = await keepOutcomes(tx, bulkId, [{ bugId, isChanged: false, refusals }])
  await tellOwnPages(tx, bulk)
  return isDone ? 'done' : 'more'
}

/** Tells the pages of its creator, in every process, that a bulk change has gone on. */
async function tellOwnPages(tx: Tx, { id, createdBy }: ClaimedBulk): Promise<void> {
  await recordEvent(tx, { type: 'bulk-changed', subjectId: id, actorId: createdBy, payload: {} })
}

type Outcome = Omit<BugOutcome, 'bugId'>

async function outcomeOf(
  tx: Tx,
  actor: Actor | null,
  bulk: ClaimedBulk,
  bugId: string,
  undoers: Undoers,
): Promise<Outcome> {
  try {
    if (!actor?.permissions.has('canViewData')) {
      throw new AppError('forbidden', 'Your account is not active any more, or may not see bugs.')
    }
    if (bulk.undoes !== null) return await takenBack(tx, actor, { bulkId: bulk.undoes, bugId }, undoers)
    const { isChanged, refused } = await changeFacts(tx, actor, bugId, bulk.fields)
    return { isChanged, refusals: refused.map(({ field, refusal }) => refusalOf(refusal, field)) }
  } catch (error) {
    if (error instanceof AppError) return { isChanged: false, refusals: [refusalOf(error)] }
    throw error
  }
}

/** Takes back what a bulk change did to a bug, each fact by itself. */
async function takenBack(
  tx: Tx,
  actor: Actor,
  which: { readonly bulkId: string; readonly bugId: string },
  undoers: Undoers,
): Promise<Outcome> {
  let isChanged = false
  const refusals: FactRefusal[] = []
  for (const entryId of await changesOfBulk(tx, which, undoers)) {
    let change: Undo | undefined
    try {
      const bug = await lockBug(tx, actor, which.bugId)
      change = { tx, actor, bug, event: await requireEvent(tx, actor, which.bugId, entryId) }
      await takeBack(change, undoers)
      isChanged = true
    } catch (error) {
      // A refusal is thrown before anything is written.
      if (!(error instanceof AppError)) throw error
      refusals.push(refusalOf(error, change && fieldOf(change)))
      // What was taken back so far may have hidden the bug from the actor: the rest would be refused alike.
      if (!change) break
    }
  }
  return { isChanged, refusals }
}

/** Which field a change is about; of custom ones the first. */
function fieldOf({ event, actor, bug }: Undo): string | undefined {
  const changed: readonly string[] = presentEntry(event, actor, bug).changes.map(({ field }) => field)
  const [custom] = Object.values(customChangesIn(event.detail))
  return fieldNames.find((name) => changed.includes(name)) ?? (custom && givenField(custom.key))
}

function refusalOf({ code, message }: AppError, field?: string): FactRefusal {
  return { ...(field && { field }), code: code as FactRefusal['code'], message }
}
