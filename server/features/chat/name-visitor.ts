import type { Db } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import type { ClientSocket } from '#server/realtime/socket-server.ts'
import { visitorName } from './visitor-name.ts'
import { recordConversation } from './visitor-store.ts'

/** Names an anonymous visitor. @returns the name under which they appear */
export async function nameVisitor(db: Db, inTx: InTx, socket: ClientSocket, chosen: string): Promise<string> {
  const name = await visitorName(db, chosen)
  socket.data.name = name
  const id = socket.data.conversationId
  // A page that knows no name says so on every load; that takes no name away.
  if (id === undefined || name === 'Anonymous') return name
  await inTx(async (tx) => {
    const row = await tx
      .updateTable('conversations')
      .set({ visitor_name: name })
      .where('id', '=', id)
      .where('user_id', 'is', null)
      .where('visitor_name', '<>', name)
      .returning('id')
      .executeTakeFirst()
    if (row) await recordConversation(tx, id, null, { what: 'named' })
  })
  return name
}
