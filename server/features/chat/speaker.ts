import type { Actor } from '#server/access/actor.ts'
import { isRecordId } from '#server/db/record-id.ts'
import { AppError } from '#server/http/app-error.ts'
import type { ClientSocket } from '#server/realtime/socket-server.ts'
import { isStaff } from './staff.ts'

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
 * Says who speaks. A visitor speaks in their own conversation and no other; staff in the one they name, or in the one
 * they last read or answered; whether it exists is for the caller to find out.
 * @throws AppError not-found for a conversation that is not the visitor's, and for what can't name one
 */
export function speakerOf(
  socket: ClientSocket,
  actor: Actor | null,
  named: string | undefined,
  last: LastConversations,
): Speaker {
  if (actor && isStaff(actor)) {
    if (named !== undefined && !isRecordId(named)) throw noConversation()
    return { side: 'staff', actor, name: actor.fullName, conversationId: named ?? last.of(actor.userId) }
  }
  const own = socket.data.conversationId
  if (named !== undefined && named !== own) throw noConversation()
  return { side: 'visitor', name: actor?.fullName ?? socket.data.name ?? 'Anonymous', conversationId: own }
}

export const noConversation = () =>
  new AppError('not-found', 'There is no such conversation.', { field: 'conversationId' })
