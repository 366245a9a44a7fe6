import type { Tx } from '#server/db/database.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { maxBells, type setViewBell as endpoint } from '#shared/views/contract.ts'
import { countBells, writeBell } from './bell-store.ts'
import { readView } from './read-views.ts'
import { standardView } from './view-presenter.ts'
import { lockPerson, lockView } from './view-store.ts'

/**
 * Sets when the caller is told of bugs that come into a view.
 * @throws AppError not-found, also for another person's private view; conflict past the number of views
 */
export async function setViewBell(
  { actor, params, body }: Call<typeof endpoint>,
  tx: Tx,
): Promise<ReplyOf<typeof endpoint>> {
  const { userId } = actor
  const standard = standardView(params.viewId)
  // The order of locks for a person's own writes: the view first, then the person.
  if (!standard) await lockView(tx, params.viewId)
  const view = await readView(tx, actor, params.viewId)
  await lockPerson(tx, userId)
  if (body.tells !== 'off' && view.tells === 'off' && (await countBells(tx, userId)) >= maxBells) {
    throw new AppError('conflict', `One person is told of at most ${maxBells} views: turn one off first.`)
  }
  await writeBell(tx, userId, standard ? { standardView: view._id } : { view: view._id }, body.tells)
  return { result: await readView(tx, actor, view._id), former: view.tells }
}
