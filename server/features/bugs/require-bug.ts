import type { Db } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { AppError } from '#server/http/app-error.ts'

/** @throws AppError not-found when there is no such bug */
export async function requireBug(db: Db, bugId: string): Promise<void> {
  const row = isRecordId(bugId)
    ? await db.selectFrom('bugs').select('id').where('id', '=', bugId).executeTakeFirst()
    : undefined
  if (!row) throw noSuchBug()
}

export function noSuchBug(): AppError {
  return new AppError('not-found', 'There is no bug with this id.', { field: 'bugId' })
}
