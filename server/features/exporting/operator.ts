import { type Actor, operatorSeeing } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'

/** Returns who a command exports for: whoever runs the product may see every bug. */
export async function operatorOf(db: Db): Promise<Actor> {
  const products = await db.selectFrom('products').select('number').execute()
  return operatorSeeing(products.map(({ number }) => number))
}
