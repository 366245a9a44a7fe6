import type { Tx } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Readable } from 'node:stream'
import { lockContent } from './attachment-store.ts'
import { cleanName } from './clean-name.ts'
import { keepContent, withArrivedFile } from './keep-file.ts'
import type { AttachmentStore } from './open-attachment-store.ts'

/** A file of an imported bug. */
export interface ImportedFile {
  /** Always the same for a file of another tracker. */
  readonly id: string
  readonly bugId: string
  readonly uploadedBy: string
  readonly name: string
  readonly createdOn: Date
}

/** Returns which of these files are stored whole, and which of the bugs exist: with whether they are private. */
export async function storedAttachments(
  tx: Tx,
  files: readonly { readonly id: string; readonly bugId: string }[],
): Promise<{ there: ReadonlySet<string>; bugs: ReadonlyMap<string, { isPrivate: boolean }> }> {
  if (files.length === 0) return { there: new Set(), bugs: new Map() }
  const ids = files.map(({ id }) => id)
  const found = await tx
    .selectFrom('attachments')
    .select('id')
    .where('id', 'in', ids)
    .where('bug_id', 'is not', null)
    .execute()
  const bugIds = [...new Set(files.map(({ bugId }) => bugId))]
  const bugs = await tx.selectFrom('bugs').select(['id', 'is_private']).where('id', 'in', bugIds).execute()
  return {
    there: new Set(found.map(({ id }) => id)),
    bugs: new Map(bugs.map(({ id, is_private }) => [id, { isPrivate: is_private }])),
  }
}

/**
 * Stores a file of an imported bug, with the limit that uploads have. It belongs to the bug only when its content is
 * stored: after an interruption, the same call does the rest.
 * @throws AppError too-large; invalid-input when it is empty or breaks off; unavailable
 */
export async function storeImported(
  inTx: InTx,
  attachments: AttachmentStore,
  { id, bugId, uploadedBy, name, createdOn }: ImportedFile,
  content: Readable,
): Promise<void> {
  await withArrivedFile(content, attachments, async (file) => {
    const { bytes, sha256, mediaType, thumbnail } = file
    const facts = {
      uploaded_by: uploadedBy,
      name: cleanName(name),
      media_type: mediaType,
      bytes,
      sha256,
      width: thumbnail?.width ?? null,
      height: thumbnail?.height ?? null,
      // Until the content is there it is an upload of now, which the tidying leaves alone.
      created_on: new Date(),
    }
    await inTx(async (tx) => {
      await lockContent(tx, sha256)
      await tx
        .insertInto('attachments')
        .values({ id, bug_id: null, comment_id: null, ...facts })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
        .execute()
    })
    try {
      await keepContent(inTx, attachments, file)
    } catch (error) {
      attachments.log.error({ err: error }, 'an imported file could not be kept')
      throw new AppError(
        'unavailable',
        `The file ${name} could not be stored: is there room, and may this account write there?`,
      )
    }
    await inTx((tx) =>
      tx.updateTable('attachments').set({ bug_id: bugId, created_on: createdOn }).where('id', '=', id).execute(),
    )
  })
}
