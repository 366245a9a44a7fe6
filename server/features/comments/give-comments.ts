import type { Tx } from '#server/db/database.ts'

/**
 * Makes the comments of one person those of another, internal ones too.
 * @returns how many they are, without deleted and internal ones: whoever asks may not see these
 */
export async function giveComments(tx: Tx, from: string, to: string): Promise<number> {
  const given = await tx
    .updateTable('comments')
    .set({ user_id: to })
    .where('user_id', '=', from)
    .returning('deleted_on')
    .execute()
  await tx.updateTable('internal_comments').set({ user_id: to }).where('user_id', '=', from).execute()
  return given.filter(({ deleted_on }) => deleted_on === null).length
}
