import type { Actor } from '#server/access/actor.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { isActiveAccount } from '#server/features/users/public.ts'
import { AppError } from '#server/http/app-error.ts'
import { noSuchProduct } from './list-products.ts'

interface Person {
  readonly _id: string
  readonly fullName: string
}

/** Returns the members of a product, by name. @throws AppError not-found */
export async function membersOf(db: Db, productId: string): Promise<Person[]> {
  await requireProduct(db, productId)
  return db
    .selectFrom('product_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id as _id', 'u.full_name as fullName'])
    .where('m.product_id', '=', productId)
    .orderBy('u.full_name')
    .orderBy('u.id')
    .execute()
}

/** Who is to be a member, and of what. */
interface Membership {
  readonly productId: string
  readonly userId: string
}

/** Makes a person a member; one who is stays one. @throws AppError not-found, also for somebody without an account */
export async function addMember(tx: Tx, actor: Actor, { productId, userId }: Membership): Promise<Person[]> {
  await acquireAdvisoryLock(tx, 'products')
  await requireProduct(tx, productId)
  if (!(await isActiveAccount(tx, userId)))
    throw new AppError('not-found', 'There is no active account with this id.', { field: 'userId' })
  const added = await tx
    .insertInto('product_members')
    .values({ product_id: productId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (added) await recordMember(tx, actor, 'product-member-added', { productId, userId })
  return membersOf(tx, productId)
}

/** Takes a person from the members; one who is none changes nothing. @throws AppError not-found */
export async function removeMember(tx: Tx, actor: Actor, { productId, userId }: Membership): Promise<Person[]> {
  await acquireAdvisoryLock(tx, 'products')
  await requireProduct(tx, productId)
  const removed = await tx
    .deleteFrom('product_members')
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  if (removed) await recordMember(tx, actor, 'product-member-removed', { productId, userId })
  return membersOf(tx, productId)
}

async function recordMember(
  tx: Tx,
  actor: Actor,
  type: 'product-member-added' | 'product-member-removed',
  { productId, userId }: Membership,
): Promise<void> {
  await recordEvent(tx, { type, subjectId: productId, actorId: actor.userId, payload: { userId } })
}

async function requireProduct(db: Db, productId: string): Promise<void> {
  const found = isRecordId(productId)
    ? await db.selectFrom('products').select('id').where('id', '=', productId).executeTakeFirst()
    : undefined
  if (!found) throw noSuchProduct()
}
