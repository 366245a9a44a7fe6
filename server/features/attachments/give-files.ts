import type { Tx } from '#server/db/database.ts'

/** Makes the files of one person those of another. @returns how many they are */
export async function giveFiles(tx: Tx, from: string, to: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('attachments')
    .set({ uploaded_by: to })
    .where('uploaded_by', '=', from)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
