import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import { newRecordId } from '#server/db/record-id.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type * as views from '#shared/views/contract.ts'
import { maxViews } from '#shared/views/contract.ts'
import { checkedSearch } from './checked-search.ts'
import { mayEditView, maySeeView } from './policy.ts'
import { readView } from './read-views.ts'
import { standardView, type ViewRow } from './view-presenter.ts'
import {
  countViews,
  findView,
  insertView,
  lockPerson,
  lockView,
  noSuchView,
  removeView,
  updateView,
} from './view-store.ts'

type View = views.View

/**
 * Creates a view. @throws AppError invalid-input for words that can't be parsed; conflict past the number of views one
 * may keep
 */
export async function createView({ actor, body }: Call<typeof views.createView>, tx: Tx): Promise<View> {
  const search = checkedSearch(body.search)
  await lockPerson(tx, actor.userId)
  if ((await countViews(tx, actor.userId)) >= maxViews) {
    throw new AppError('conflict', `One person keeps at most ${maxViews} views: delete one first.`)
  }
  const createdOn = new Date()
  const id = newRecordId(createdOn)
  await insertView(tx, {
    id,
    ownerId: actor.userId,
    name: body.name.trim(),
    search,
    isShared: body.isShared,
    createdOn,
  })
  return readView(tx, actor, id)
}

/** Changes a view. @throws AppError not-found, forbidden, invalid-input */
export async function editView({ actor, params, body }: Call<typeof views.editView>, tx: Tx): Promise<View> {
  const view = await ownView(tx, actor, params.viewId)
  await updateView(tx, view, {
    name: body.name?.trim(),
    search: body.search && checkedSearch(body.search),
    isShared: body.isShared,
  })
  return readView(tx, actor, view.id)
}

/** Deletes a view. @throws AppError not-found, forbidden */
export async function deleteView({ actor, params }: Call<typeof views.deleteView>, tx: Tx): Promise<{ _id: string }> {
  const view = await ownView(tx, actor, params.viewId)
  await removeView(tx, view.id)
  return { _id: view.id }
}

/** Loads and locks a view that the caller may change. */
async function ownView(tx: Tx, actor: Actor, viewId: string): Promise<ViewRow> {
  if (standardView(viewId)) throw new AppError('forbidden', 'A view that everybody has can’t be changed.')
  await lockView(tx, viewId)
  const view = await findView(tx, actor.userId, viewId)
  if (!view || !maySeeView(actor, view)) throw noSuchView()
  if (!mayEditView(actor, view)) throw new AppError('forbidden', 'A view is changed by its owner alone.')
  return view
}
