import type { Actor } from '#server/access/actor.ts'
import type { Db } from '#server/db/database.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { AppError } from '#server/http/app-error.ts'
import type { ClientSocket } from '#server/realtime/socket-server.ts'
import { isStaff } from './chat-hub.ts'

/** As whom a socket speaks, and in which conversation. */
export type Speaker =
  | { readonly side: 'visitor'; readonly name: string; readonly conversationId: string | undefined }
  | {
      readonly side: 'staff'
      readonly actor: Actor
      readonly name: string
      readonly conversationId: string | undefined
    }

/** Which conversation each member of staff last read or answered, for clients that name none. */
export class LastConversations {
  readonly #byStaff = new Map<string, string>()

  note(userId: string, conversationId: string): void {
    this.#byStaff.set(userId, conversationId)
  }

  of(userId: string): string | undefined {
    return this.#byStaff.get(userId)
  }
}

/**
 * Finds out who speaks. A visitor speaks in their own conversation and no other; staff in the one they name, or in the
 * one they last read or answered.
 * @throws AppError not-found for a conversation that is not theirs, or that there is none of: the two look the same
 */
export async function speakerOf(
  db: Db,
  socket: ClientSocket,
  actor: Actor | null,
  named: string | undefined,
  last: LastConversations,
): Promise<Speaker> {
  if (!actor || !isStaff(actor)) {
    const own = socket.data.conversationId
    if (named !== undefined && named !== own) throw noConversation()
    return { side: 'visitor', name: actor?.fullName ?? socket.data.name ?? 'Anonymous', conversationId: own }
  }
  const conversationId = named ?? last.of(actor.userId)
  if (named !== undefined && !(await exists(db, named))) throw noConversation()
  return { side: 'staff', actor, name: actor.fullName, conversationId }
}

async function exists(db: Db, id: string): Promise<boolean> {
  if (!isRecordId(id)) return false
  const rows = await db.prepared({ name: 'chat-exists', text: 'select 1 from conversations where id = $1' }, [id])
  return rows.length > 0
}

export const noConversation = () =>
  new AppError('not-found', 'There is no such conversation.', { field: 'conversationId' })
