import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { lockBug } from '#server/features/bugs/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import { hiddenBugTitle } from '#shared/bugs/words.ts'
import type { mergeBug as endpoint } from '#shared/merging/contract.ts'
import { changeTriage } from './change-triage.ts'
import { originalChain, refuseOriginal, waitForLinks } from './original-chain.ts'

/**
 * Merges a bug into its original: it is a duplicate of that from then on, and whoever follows it or is affected by it
 * counts there too. What is merged into it stays so. Once more into the same changes nothing.
 * @throws AppError forbidden to close without canCloseAnyBug; invalid-input; conflict
 */
export async function mergeBug({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  if (body.close && !actor.permissions.has('canCloseAnyBug')) {
    throw new AppError('forbidden', 'Closing needs the permission canCloseAnyBug.', { field: 'close' })
  }
  await waitForLinks(tx)
  const bug = await lockBug(tx, actor, params.bugId)
  await refuseOriginal(tx, actor, bug, body.into, 'into')
  await refuseDuplicate(tx, actor, body.into)
  const status = body.close && !bug.isClosed ? 'Closed' : bug.status
  const next = { classification: 'duplicate', duplicateOf: body.into, isMerged: true, status } as const
  await changeTriage(tx, actor, bug, next, { baseVersion: body.baseVersion, isMerge: true })
  return viewBug(tx, actor, bug, 'none')
}

/** What is itself a duplicate is no place to go on. @throws AppError invalid-input that names the one that is */
async function refuseDuplicate(tx: Tx, actor: Actor, into: string): Promise<void> {
  const chain = await originalChain(tx, actor, into)
  const last = chain.at(-1)
  if (chain.length > 1 && last !== undefined) {
    const original = last.isSeen ? `its original, ${last.id}` : hiddenBugTitle
    throw new AppError('invalid-input', `into is itself a duplicate; merge into ${original}.`, { field: 'into' })
  }
}
