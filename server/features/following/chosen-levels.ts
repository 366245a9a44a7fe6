import type { Actor } from '#server/access/actor.ts'
import type { Db, Prepared, Tx } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { requireBug } from '#server/features/bugs/public.ts'
import { noSuchProduct, productSeen } from '#server/features/products/public.ts'
import type { Call } from '#server/http/serve.ts'
import type {
  listProductLevels as listEndpoint,
  setProductLevel as setEndpoint,
  viewBugLevel as viewEndpoint,
} from '#shared/following/contract.ts'
import type { NotificationLevel } from '#shared/following/level.ts'
import type { UsualLevels } from '#shared/following/usual-levels.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { sql } from 'kysely'
import { decisionOf, decisionsOf, levelInForce, partJson, type Standing } from './level-in-force.ts'
import type { Part } from './who-is-told.ts'

const standing: Prepared = {
  name: 'chosen-levels',
  text: `select l.level as product, u.preferences ->> 'newsLevel' as person, ${partJson('b', 'u.id')} as part
    from users u join bugs b on b.id = $2
      left join product_levels l on l.user_id = u.id and l.product_number = b.product_number
    where u.id = $1`,
}

/** Returns how much the caller hears of a bug, and for what they chose that. @throws AppError not-found */
export async function bugLevelOf(
  db: Db,
  { actor, params }: Pick<Call<typeof viewEndpoint>, 'actor' | 'params'>,
  usual: UsualLevels,
): Promise<ReplyOf<typeof viewEndpoint>> {
  await requireBug(db, actor, params.bugId)
  return { result: await levelOfPerson(db, { bugId: params.bugId, userId: actor.userId }, usual) }
}

/** Returns how much somebody hears of a bug, and for what they chose that. */
export async function levelOfPerson(
  db: Db,
  person: { readonly bugId: string; readonly userId: string },
  usual: UsualLevels,
): Promise<ReturnType<typeof levelInForce>> {
  const decision = (await decisionsOf(db, person.userId, [person.bugId])).get(person.bugId) ?? decisionOf([])
  return levelInForce(decision, await standingOf(db, person), usual)
}

const stranger: Part = { isAssignee: false, isReporter: false, isJoined: false, hasCommented: false }

/** Returns what somebody chose for a bug's product and for everything, and what they are to the bug. */
export async function standingOf(
  db: Pick<Db, 'prepared'>,
  { bugId, userId }: { readonly bugId: string; readonly userId: string },
): Promise<Standing> {
  const [row] = await db.prepared<Standing>(standing, [userId, bugId])
  return row ?? { product: null, person: null, part: stranger }
}

/** Returns the products that somebody sees, A to Z, with how much they chose to hear of each, and what holds where they chose nothing. */
export async function productLevels(db: Db, actor: Actor, usual: UsualLevels): Promise<ReplyOf<typeof listEndpoint>> {
  const rows = await db
    .selectFrom('products as p')
    .leftJoin('product_levels as l', (join) =>
      join.onRef('l.product_number', '=', 'p.number').on('l.user_id', '=', actor.userId),
    )
    .select(['p.id', 'p.key', 'p.name', 'l.level'])
    .where('p.archived_on', 'is', null)
    .where(sql<boolean>`p.number = any(${actor.sees.products}::smallint[])`)
    .orderBy('p.name')
    .execute()
  return { result: rows.map(({ id, key, name, level }) => ({ product: { _id: id, key, name }, level })), usual }
}

/** Sets how much the caller hears of a product's bugs. @throws AppError not-found */
export async function setProductLevel(
  { actor, params, body }: Call<typeof setEndpoint>,
  tx: Tx,
): Promise<NotificationLevel | null> {
  const product = isRecordId(params.productId) ? await productSeen(tx, actor, params.productId) : undefined
  if (!product) throw noSuchProduct()
  if (body.level === null) {
    await tx
      .deleteFrom('product_levels')
      .where('user_id', '=', actor.userId)
      .where('product_number', '=', product.number)
      .execute()
  } else {
    await tx
      .insertInto('product_levels')
      .values({ user_id: actor.userId, product_number: product.number, level: body.level })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'product_number']).doUpdateSet({ level: body.level ?? 'everything' }),
      )
      .execute()
  }
  return body.level
}
