import type { Tx } from '#server/db/database.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import { maxViews, type pinView as endpoint, type View } from '#shared/views/contract.ts'
import { isPinnedFromStart, maySeeView } from './policy.ts'
import { readView } from './read-views.ts'
import { standardView } from './view-presenter.ts'
import { countPinned, findView, lockPerson, lockView, noSuchView, writePin } from './view-store.ts'

/**
 * Pins a view to the caller's menu, or unpins it.
 * @throws AppError not-found, also for another person's private view; conflict past the number of views one may pin
 */
export async function pinView({ actor, params, body }: Call<typeof endpoint>, tx: Tx): Promise<View> {
  const { userId } = actor
  const standard = standardView(params.viewId)
  if (standard) {
    await writePin(tx, userId, { standardView: standard._id }, body.pinned ? null : false)
    return readView(tx, actor, standard._id)
  }
  // The order of locks for a person's own writes: the view first, then the person.
  await lockView(tx, params.viewId)
  const view = await findView(tx, userId, params.viewId)
  if (!view || !maySeeView(actor, view)) throw noSuchView()
  const isAsFromStart = body.pinned === isPinnedFromStart(actor, view)
  if (!isAsFromStart && body.pinned) {
    await lockPerson(tx, userId)
    if (!view.isPinned && (await countPinned(tx, userId)) >= maxViews) {
      throw new AppError('conflict', `One person pins at most ${maxViews} views of others: unpin one first.`)
    }
  }
  await writePin(tx, userId, { view: view.id }, isAsFromStart ? null : body.pinned)
  return readView(tx, actor, view.id)
}
