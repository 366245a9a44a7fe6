import type { Tx } from '#server/db/database.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { bugAbilities, lockBug } from '#server/features/bugs/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug, editBug as endpoint, editMyBug as myEndpoint } from '#shared/bugs/contract.ts'
import { changeTexts } from './change-texts.ts'

/** Changes the texts of any bug. @throws AppError conflict */
export async function editBug({ actor, params, query, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  const bug = await lockBug(tx, actor, params.bugId)
  await changeTexts(tx, actor, bug, body, body)
  return viewBug(tx, actor, bug, query.comments)
}

/** Changes the texts of a bug that the caller reported. @throws AppError forbidden for somebody else's; conflict */
export async function editMyBug({ actor, params, query, body }: Call<typeof myEndpoint>, tx: Tx): Promise<Bug> {
  const bug = await lockBug(tx, actor, params.bugId)
  if (!bugAbilities(actor, bug).editMy) throw new AppError('forbidden', 'Only its reporter edits a bug this way.')
  await changeTexts(tx, actor, bug, body, body)
  return viewBug(tx, actor, bug, query.comments)
}
