import type { Tx } from '#server/db/database.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { lockBug } from '#server/features/bugs/public.ts'
import { isAffected } from '#server/features/following/public.ts'
import { waitForLinks } from '#server/features/merging/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug, reopenBug as endpoint } from '#shared/bugs/contract.ts'
import { changeClassification } from './classify-bug.ts'
import { changeStatus } from './close-bug.ts'

/**
 * Opens a bug again for which it was no end that it was closed, and has it triaged anew: for its reporter, and whom it affects.
 * One that is open stays as it is.
 * @throws AppError forbidden; not-found; conflict for a duplicate
 */
export async function reopenBug({ actor, params, query }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  await waitForLinks(tx)
  const bug = await lockBug(tx, actor, params.bugId)
  const { userId } = actor
  if (bug.createdBy !== userId && !(await isAffected(tx, bug.id, userId)))
    throw new AppError('forbidden', 'A bug is opened again so by its reporter and those whom it affects.')
  if (bug.isClosed) {
    if (bug.classification === 'duplicate')
      throw new AppError('conflict', 'This bug repeats another one: say there that it still happens.')
    const version = await changeStatus(tx, actor, bug, 'Open', {})
    const opened = { ...bug, status: 'Open', isClosed: false, version } as const
    await changeClassification(tx, actor, opened, { classification: 'unclassified' }, {})
  }
  return viewBug(tx, actor, bug, query.comments)
}
