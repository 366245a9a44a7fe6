import type { ClientSocket } from '#server/realtime/socket-server.ts'
import type { Sending } from './send-message.ts'
import { anonymous, visitorName } from './visitor-name.ts'
import { recordConversation } from './visitor-store.ts'

/**
 * Names an anonymous visitor for the connection and in their conversation. A page that knows no name sends 'Anonymous'
 * on every load, which doesn't remove a name.
 * @returns the name under which they appear
 */
export async function nameVisitor(
  { db, inTx, limits, site }: Pick<Sending, 'db' | 'inTx' | 'limits' | 'site'>,
  socket: ClientSocket,
  chosen: string,
): Promise<string> {
  if (chosen.trim() === '' || chosen === anonymous) return socket.data.name ?? anonymous
  await limits.message(socket, null)
  const name = await visitorName(db, chosen, site.productName)
  if (name === anonymous) return socket.data.name ?? anonymous
  socket.data.name = name
  const id = socket.data.conversationId
  if (id === undefined) return name
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
