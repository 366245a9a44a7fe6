import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { AppError } from '#server/http/app-error.ts'
import type { User } from '#shared/users/contract.ts'
import { presentUser, userColumns, type UserRow } from './user-presenter.ts'

/** Returns a person as `actor` may see them; undefined for an unknown id and for text that is no id. */
export async function findUser(db: Db, actor: Actor, userId: string): Promise<User | undefined> {
  if (!isRecordId(userId)) return undefined
  const statement = { name: 'user-view', text: `select ${userColumns} from users u where u.id = $1` }
  const [row] = await db.prepared<UserRow>(statement, [userId])
  return row && presentUser(row, actor)
}

/** Returns a person. @throws AppError not-found */
export async function viewUser(db: Db, actor: Actor, userId: string): Promise<User> {
  const found = await findUser(db, actor, userId)
  if (!found) throw noSuchUser()
  return found
}

export function noSuchUser(): AppError {
  return new AppError('not-found', 'There is no user with this id.', { field: 'userId' })
}
