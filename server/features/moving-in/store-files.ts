import type { InTx } from '#server/events/transactor.ts'
import { type AttachmentStore, storedAttachments, storeImported } from '#server/features/attachments/public.ts'
import { type FileOfBug, idOfPerson } from '#server/features/imports/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Readable } from 'node:stream'
import type { Findings } from './findings.ts'
import { DownloadError } from './http/tracker-client.ts'
import { TrackerError } from './http/tracker-error.ts'

/** A file that belongs to a bug here. */
export interface WantedFile extends FileOfBug {
  /** Opens its content. @throws DownloadError where it can't be had */
  readonly open: () => Promise<Readable>
}

export interface StoredFiles {
  readonly stored: number
  readonly alreadyThere: number
  readonly refused: number
}

export interface FilesPlan {
  readonly inTx: InTx
  readonly attachments: AttachmentStore
  readonly findings: Findings
  readonly signal: AbortSignal | undefined
  readonly onFile: (done: number, total: number) => void
}

/** Files that are looked for at once. */
const batch = 500
/** A download that breaks off is tried again. */
const attempts = 3
/** So many files after one another that a tracker can't give mean that it is down. */
const patience = 3

/** Stores the files of imported bugs that are not there yet. What is refused is noted. */
export async function storeFiles(files: readonly WantedFile[], plan: FilesPlan): Promise<StoredFiles> {
  const sum = { stored: 0, alreadyThere: 0, refused: 0 }
  let failures = 0
  for (let from = 0; from < files.length; from += batch) {
    const some = files.slice(from, from + batch)
    const { there, bugs } = await plan.inTx((tx) => storedAttachments(tx, some))
    for (const [index, file] of some.entries()) {
      if (plan.signal?.aborted) return sum
      plan.onFile(from + index, files.length)
      if (there.has(file.id)) sum.alreadyThere += 1
      // Its line was bad, which was said.
      else if (!bugs.has(file.bugId)) sum.refused += 1
      // It has become private there since: whoever sees the bug here would see the file.
      else if (file.isPrivate && !bugs.get(file.bugId)?.isPrivate) {
        plan.findings.add(
          'files of bugs that are private there and not here, left out (make the bug private here and import again)',
          file.key,
          file.name,
        )
        sum.refused += 1
      } else {
        const why = await stored(file, plan).catch((error: unknown) => {
          if (plan.signal?.aborted) return 'stopped' as const
          throw error
        })
        if (why === 'stopped') return sum
        failures = why instanceof DownloadError && why.cause ? failures + 1 : 0
        if (failures >= patience) throw new TrackerError(why?.message ?? '')
        if (why) plan.findings.add('files that were refused', file.key, `${file.name}: ${why.message}`)
        sum[why ? 'refused' : 'stored'] += 1
      }
    }
  }
  return sum
}

/** @returns why it was refused */
async function stored(file: WantedFile, plan: FilesPlan): Promise<Error | undefined> {
  const { inTx, attachments } = plan
  const { id, bugId, createdOn, name } = file
  const uploadedBy = await inTx((tx) => idOfPerson(tx, file.author))
  for (let attempt = 1; ; attempt++) {
    try {
      await storeImported(inTx, attachments, { id, bugId, createdOn, uploadedBy, name }, await file.open())
      return undefined
    } catch (error) {
      if (error instanceof DownloadError) return error
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error
      if (error.code !== 'invalid-input' || attempt === attempts) return error
    }
  }
}
