import type { Db, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { endNotificationsOfView } from '#server/features/following/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { ViewSearch } from '#shared/views/contract.ts'
import { sql } from 'kysely'
import type { StandardDecision, ViewRow } from './view-presenter.ts'

/** Selects views with their owners' names, whether `userId` pinned them, and when they are told of them. */
function viewsFor(db: Db, userId: string) {
  return db
    .selectFrom('views as v')
    .innerJoin('users as u', 'u.id', 'v.owner_id')
    .leftJoin('view_pins as p', (join) => join.onRef('p.view_id', '=', 'v.id').on('p.user_id', '=', userId))
    .leftJoin('view_bells as bell', (join) => join.onRef('bell.view_id', '=', 'v.id').on('bell.user_id', '=', userId))
    .select([
      'v.id',
      'v.owner_id as ownerId',
      'u.full_name as ownerName',
      'v.name',
      'v.search',
      'v.is_shared as isShared',
      'v.created_on as createdOn',
      'p.is_pinned as isPinned',
      'bell.tells',
    ])
}

/** Returns the views of a person, and others' views that they pinned, whether these are still shared or not. */
export async function viewsOf(db: Db, userId: string): Promise<ViewRow[]> {
  return viewsFor(db, userId)
    .where((is) =>
      is.or([
        is('v.owner_id', '=', userId),
        is(
          'v.id',
          'in',
          is
            .selectFrom('view_pins as mine')
            .select('mine.view_id')
            .where('mine.user_id', '=', userId)
            .where('mine.is_pinned', '=', true)
            .where('mine.view_id', 'is not', null)
            .$narrowType<{ view_id: string }>(),
        ),
      ]),
    )
    .execute()
}

/** Returns a view; undefined for an unknown id and for text that is no id. */
export async function findView(db: Db, userId: string, viewId: string): Promise<ViewRow | undefined> {
  return isRecordId(viewId) ? viewsFor(db, userId).where('v.id', '=', viewId).executeTakeFirst() : undefined
}

/** Returns those of some views that are there. */
export async function findViews(db: Db, userId: string, viewIds: readonly string[]): Promise<ViewRow[]> {
  const ids = viewIds.filter(isRecordId)
  return ids.length === 0 ? [] : viewsFor(db, userId).where('v.id', 'in', ids).execute()
}

/** Locks a view against changes and deletion until the transaction ends. */
export async function lockView(tx: Tx, viewId: string): Promise<void> {
  if (isRecordId(viewId)) await tx.selectFrom('views').select('id').where('id', '=', viewId).forUpdate().execute()
}

/** Locks a person against other writes of views and pins, so that their number can be limited. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

export async function countViews(tx: Tx, ownerId: string): Promise<number> {
  const row = await tx
    .selectFrom('views')
    .select((is) => is.fn.countAll<number>().as('n'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return row.n
}

/** Counts the views of others that a person has pinned. */
export async function countPinned(tx: Tx, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('view_pins')
    .select((is) => is.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('view_id', 'is not', null)
    .where('is_pinned', '=', true)
    .executeTakeFirstOrThrow()
  return row.n
}

interface NewView {
  readonly id: string
  readonly ownerId: string
  readonly name: string
  readonly search: ViewSearch
  readonly isShared: boolean
  readonly createdOn: Date
}

export async function insertView(tx: Tx, view: NewView): Promise<void> {
  await tx
    .insertInto('views')
    .values({
      id: view.id,
      owner_id: view.ownerId,
      name: view.name,
      search: JSON.stringify(view.search),
      is_shared: view.isShared,
      created_on: view.createdOn,
    })
    .execute()
}

interface ViewChange {
  readonly name: string | undefined
  readonly search: ViewSearch | undefined
  readonly isShared: boolean | undefined
}

/** Changes the given fields. A view that is not shared any more is removed from others' menus, and tells them nothing more. */
export async function updateView(tx: Tx, view: ViewRow, change: ViewChange): Promise<void> {
  await tx
    .updateTable('views')
    .set({
      name: change.name ?? view.name,
      search: JSON.stringify(change.search ?? view.search),
      is_shared: change.isShared ?? view.isShared,
    })
    .where('id', '=', view.id)
    .execute()
  if (change.isShared !== false) return
  await tx.deleteFrom('view_pins').where('view_id', '=', view.id).where('user_id', '<>', view.ownerId).execute()
  await tx.deleteFrom('view_bells').where('view_id', '=', view.id).where('user_id', '<>', view.ownerId).execute()
  await endNotificationsOfView(tx, view.id, view.ownerId)
}

/** Deletes a view; its pins go with it, and what was told of it. */
export async function removeView(tx: Tx, viewId: string): Promise<void> {
  await tx.deleteFrom('view_entries').where('view', '=', viewId).execute()
  await endNotificationsOfView(tx, viewId)
  await tx.deleteFrom('views').where('id', '=', viewId).execute()
}

/** What a pin refers to: a record, or the name of a standard view. */
export type Pinned = { readonly view: string } | { readonly standardView: string }

/** Stores whether a person pins a view; null removes the decision. */
export async function writePin(tx: Tx, userId: string, what: Pinned, isPinned: boolean | null): Promise<void> {
  const [viewId, name] = 'view' in what ? [what.view, null] : [null, what.standardView]
  if (isPinned === null) {
    await sql`delete from view_pins where user_id = ${userId}
      and view_id is not distinct from ${viewId} and standard_view is not distinct from ${name}`.execute(tx)
    return
  }
  await tx
    .insertInto('view_pins')
    .values({ user_id: userId, view_id: viewId, standard_view: name, is_pinned: isPinned })
    .onConflict((clash) => clash.columns(['user_id', 'view_id', 'standard_view']).doUpdateSet({ is_pinned: isPinned }))
    .execute()
}

/** Returns a person's decisions about standard views, by name. */
export async function standardDecisionsOf(db: Db, userId: string): Promise<ReadonlyMap<string, StandardDecision>> {
  const rows = await db.read<StandardDecision & { name: string }>(sql`
    select name, p.is_pinned as "isPinned", bell.tells
      from (select standard_view as name, is_pinned from view_pins where user_id = ${userId}) p
        full join (select standard_view as name, tells from view_bells where user_id = ${userId} and not is_from_start) bell using (name)
      where name is not null`)
  return new Map(rows.map(({ name, ...decision }) => [name, decision]))
}

export function noSuchView(): AppError {
  return new AppError('not-found', 'There is no view with this id.', { field: 'viewId' })
}
