import type { Tx } from '#server/db/database.ts'
import { sql } from 'kysely'

/**
 * Records how far one side has read. The place never moves back, and never past the last message.
 * @returns the new place, or undefined when nothing changed
 */
export async function markSeen(
  tx: Tx,
  conversationId: string,
  side: 'visitor' | 'staff',
  seq: number,
): Promise<number | undefined> {
  const column = side === 'visitor' ? 'visitor_seen' : 'staff_seen'
  const row = await tx
    .updateTable('conversations')
    .set({ [column]: sql`least(last_seq, ${seq})` })
    .where('id', '=', conversationId)
    .where((where) => where(column, '<', sql<number>`least(last_seq, ${seq})`))
    .returning(`${column} as seen`)
    .executeTakeFirst()
  return row?.seen
}
