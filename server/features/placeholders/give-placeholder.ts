import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Tx } from '#server/db/database.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { giveFiles } from '#server/features/attachments/public.ts'
import { bugsOf, giveBugs } from '#server/features/bugs/public.ts'
import { giveComments } from '#server/features/comments/public.ts'
import { giveFollowing, recountAffectedWith } from '#server/features/following/public.ts'
import { lockWithOriginals, waitForLinks } from '#server/features/merging/public.ts'
import {
  givenPlaceholders,
  holdsAll,
  lockPlaceholder,
  lockRoles,
  lockUser,
  rolesOf,
  storeGiven,
} from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import type { givePlaceholder as endpoint } from '#shared/placeholders/contract.ts'

/**
 * Gives an account what a person of an import reported, wrote, attached and was assigned. What happened keeps the person in
 * its events; an event of the account says who they were.
 * @throws AppError not-found; forbidden for an account with more rights than the editor, who would act in its name, and for
 *   private bugs, which the account would see, where the editor may not; invalid-input for somebody who is no placeholder
 */
export async function givePlaceholder(
  { actor, params, body }: Call<typeof endpoint>,
  tx: Tx,
): Promise<ReplyOf<typeof endpoint>['result']> {
  // No import names the person meanwhile, and no merge changes whom a bug affects.
  await acquireAdvisoryLock(tx, 'imports')
  await waitForLinks(tx)
  await lockRoles(tx)
  const user = await lockUser(tx, params.userId)
  const permissions = (await rolesOf(tx, user.id)).flatMap((role) => role.permissions)
  if (!holdsAll(actor, permissions))
    throw new AppError('forbidden', 'Somebody with more rights than yours can’t be given anything by you.')
  const placeholder = await lockPlaceholder(tx, body.placeholderId)
  if (!placeholder) {
    if ((await givenPlaceholders(tx)).get(body.placeholderId) === user.id) return nothing
    throw new AppError('invalid-input', 'placeholderId must be the id of a person of an import without an account.', {
      field: 'placeholderId',
    })
  }
  const { id, fullName } = placeholder
  const bugs = await bugsOf(tx, id)
  if (!actor.sees.privateBugs && bugs.some(({ letsSee }) => letsSee))
    throw new AppError('forbidden', 'Some of their bugs are private: only somebody who may see these can give them.')
  // Before anything on these bugs, as whoever changes one of them.
  await lockWithOriginals(
    tx,
    bugs.map((bug) => bug.id),
  )
  const { reported, assigned } = await giveBugs(tx, id, user.id)
  const comments = await giveComments(tx, id, user.id)
  const files = await giveFiles(tx, id, user.id)
  await giveFollowing(tx, id, user.id)
  await storeGiven(tx, id, user.id)
  // Whoever said that the bugs of their former name affect them too counts once now.
  await recountAffectedWith(tx, reported, user.id)
  const payload = { placeholderId: id, fullName }
  await recordEvent(tx, { type: 'user-given', subjectId: user.id, actorId: actor.userId, payload })
  return { reported: reported.length, assigned, comments, files }
}

const nothing = { reported: 0, assigned: 0, comments: 0, files: 0 }
