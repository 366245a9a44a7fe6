import { contentKey, type AttachmentStore } from '#server/features/attachments/public.ts'
import { BackupError } from './backup-error.ts'
import type { Queries } from './catalog.ts'

/** Content that rows of `attachments` name. */
export interface NamedContent {
  readonly sha256: string
  readonly bytes: number
  /** A text refers to it; without one, the content may still be on its way. */
  readonly isUsed: boolean
}

const page = 500

/** Every content that the rows name, each once, in order. */
export async function* namedContents(client: Queries): AsyncGenerator<NamedContent> {
  const { rows: found } = await client.query<{ is: boolean }>(`select to_regclass('attachments') is not null as is`)
  // There is no such table in schemas from before attached files.
  if (!found[0]?.is) return
  for (let after = ''; ;) {
    const { rows } = await client.query<{ sha256: string; bytes: string; used: boolean }>(
      `select sha256, max(bytes)::text as bytes, bool_or(bug_id is not null) as used from attachments
        where sha256 > $1 group by sha256 order by sha256 limit ${page}`,
      [after],
    )
    for (const { sha256, bytes, used } of rows) yield { sha256, bytes: Number(bytes), isUsed: used }
    const last = rows.at(-1)
    if (!last || rows.length < page) return
    after = last.sha256
  }
}

/** Content that is about to be read: to its end, or not at all. */
export interface ReadableContent {
  readonly bytes: number
  chunks(): AsyncGenerator<Buffer>
  /** For one that is not read. */
  close(): void
}

/**
 * @returns undefined where there is no such content
 * @throws BackupError naming it when it can't be read, then or later
 */
export async function openContent(
  store: AttachmentStore['store'],
  sha256: string,
): Promise<ReadableContent | undefined> {
  const unreadable = (error: unknown): never => {
    const why = error instanceof Error ? error.message : String(error)
    throw new BackupError(`The attached file ${sha256} can’t be read: ${why}.`, { cause: error })
  }
  const opened = await store.open(contentKey(sha256)).catch(unreadable)
  if (!opened) return undefined
  return {
    bytes: opened.bytes,
    chunks: async function* () {
      try {
        for await (const chunk of opened.content) yield chunk as Buffer
      } catch (error) {
        unreadable(error)
      }
    },
    close: () => void opened.content.destroy(),
  }
}
