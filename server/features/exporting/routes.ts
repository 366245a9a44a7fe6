import type { Snapshot } from '#server/db/database.ts'
import type { Routes } from '#server/http/serve.ts'
import { exportBugs as endpoint, maxExports } from '#shared/exporting/contract.ts'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { exportBugs } from './export-bugs.ts'
import { ExportSlots } from './export-slots.ts'
import { paced, Waits } from './paced.ts'

/** Seconds within which a person's exports are counted. */
export const exportWindow = 600

/** Milliseconds that one export may take: a client that reads slowly holds a connection to the database. */
const longest = 30 * 60_000

interface Exporting {
  /** Of this process to the database. */
  readonly connections: number
  readonly openSnapshot: () => Promise<Snapshot>
  /** Counts an export of a person. */
  readonly limit: (userId: string, sentence: (seconds: number) => string) => Promise<void>
}

const mediaTypes = { jsonl: 'application/jsonl', csv: 'text/csv; charset=utf-8; header=present' } as const

export function bindExporting(routes: Routes, { connections, openSnapshot, limit }: Exporting): void {
  const slots = new ExportSlots(connections)
  routes.stream(endpoint, async ({ actor, query }, refuseOtherRights) => {
    const waits = new Waits()
    let content: Readable | undefined
    const end = () => void content?.destroy(new Error('the export was not read in time'))
    const giveBack = slots.take(actor.userId, { waits, end })
    try {
      await limit(
        actor.userId,
        (seconds) => `You export more than ${maxExports} times in ten minutes; try again in ${seconds} seconds.`,
      )
      const deadline = AbortSignal.timeout(longest)
      const { db, end: endSnapshot } = await openSnapshot()
      // Before the last byte is sent: whoever has it may export again.
      const snapshot = { db, end: () => endSnapshot().finally(giveBack) }
      const onProgress = async () => {
        deadline.throwIfAborted()
        await refuseOtherRights()
      }
      const bugs = exportBugs(snapshot, actor, query, { onProgress })
      content = Readable.from(paced(bugs, waits, end), { objectMode: false, highWaterMark: 256 * 1024 })
      // What refuses the search comes before the first byte, and is answered as for any call.
      await once(content, 'readable')
      const day = new Date().toISOString().slice(0, 10)
      return { name: `bugs-${day}.${query.format}`, mediaType: mediaTypes[query.format], content }
    } catch (error) {
      giveBack()
      throw error
    }
  })
}
