import { getUser, listUsers, type User } from '#shared/users/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'

/** How many people a search by name shows at most. */
export const mostFound = 20

export interface FoundUsers {
  readonly users: readonly User[]
  /** How many match; more than there are `users` when the words are too few. */
  readonly total: number
}

const nobody: FoundUsers = { users: [], total: 0 }

/** The person with this id, or nobody. */
export async function searchById(typed: string): Promise<FoundUsers> {
  const userId = typed.trim().toLowerCase()
  if (userId === '') return nobody
  const users = usersIn(await resultOf(userId)).filter((user) => user._id === userId)
  return { users, total: users.length }
}

/** The people whose names begin with these words; without words, the first of all. */
export async function searchByName(typed: string): Promise<FoundUsers> {
  const query = { keywords: typed.trim(), pageSize: String(mostFound) }
  const { result, pagination } = await call(listUsers, { query })
  return { users: result, total: pagination.totalCount }
}

async function resultOf(userId: string): Promise<unknown> {
  try {
    return (await call(getUser, { params: { userId }, query: { keywords: userId } })).result
  } catch (error) {
    if (error instanceof CallError && error.code === 'not-found') return []
    throw error
  }
}

/** The people in an answer. Text that is no id, such as `me`, may be the address of another call. */
export function usersIn(result: unknown): readonly User[] {
  const candidates: readonly unknown[] = Array.isArray(result) ? result : [result]
  return candidates.filter((candidate): candidate is User => {
    return typeof candidate === 'object' && candidate !== null && '_id' in candidate && 'fullName' in candidate
  })
}
