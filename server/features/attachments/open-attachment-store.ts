import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/config/log.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentStore } from './content-store.ts'
import { folderStore } from './folder-store.ts'
import { type Ownership, ownershipOf } from './ownership.ts'
import { uploadSlots } from './quota.ts'
import { s3Store } from './s3-store.ts'

/** The store of attached files with its limits. */
export interface AttachmentStore {
  readonly store: ContentStore
  readonly ownership: Ownership
  /** The folder of uploads in progress, on the same disk as the folder that keeps files. */
  readonly incoming: string
  readonly maxBytes: number
  readonly slots: ReturnType<typeof uploadSlots>
  readonly log: Logger
}

export function openAttachmentStore({ attachments: { s3, maxBytes }, dataDir }: Config, log: Logger): AttachmentStore {
  const folder = join(dataDir, 'attachments')
  const store = s3 ? s3Store(s3) : folderStore(folder)
  return {
    store,
    ownership: ownershipOf(store),
    incoming: join(folder, 'incoming'),
    maxBytes,
    slots: uploadSlots(),
    log,
  }
}

/** Counts the uploads in progress. */
export async function countIncoming({ incoming }: AttachmentStore): Promise<number> {
  return (await readdir(incoming).catch(() => [])).length
}
