import type { Db } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { AppError } from '#server/http/app-error.ts'
import { firstProductKey } from '#shared/products/words.ts'

/** A product whose form is changed. */
interface FormProduct {
  readonly id: string
  readonly number: number
  /** It is there from the start. */
  readonly isFirst: boolean
}

/** Returns a product by its id, for one who manages products. @throws AppError not-found */
export async function requireProduct(db: Db, id: string): Promise<FormProduct> {
  const found = isRecordId(id)
    ? await db.selectFrom('products').select(['id', 'number', 'key']).where('id', '=', id).executeTakeFirst()
    : undefined
  if (!found) throw new AppError('not-found', 'There is no product with this id.', { field: 'productId' })
  return { id: found.id, number: found.number, isFirst: found.key === firstProductKey }
}
