import type { QueryClient } from '@tanstack/react-query'
import { type Bulk, viewBulk } from '#shared/bulk/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { keepBulk } from './bulk-queries.ts'

/** Milliseconds until a bulk change is read again where no push says that it has gone on: at first, and at most. */
const pauses = { first: 300, most: 3_000 }

const followed = new Map<string, Promise<Bulk>>()
/** By the id of the bulk change that they wait for. */
const wakes = new Map<string, () => void>()

/**
 * Reads a bulk change again and again until it is done, and keeps what it is. It goes on when the list is left, and without
 * a connection for pushes.
 * @returns it as it was in the end @throws CallError when it can't be read any more, such as after logging out
 */
export function followBulk(client: QueryClient, bulkId: string): Promise<Bulk> {
  let following = followed.get(bulkId)
  if (!following) {
    listenForPushes()
    following = untilDone(client, bulkId).finally(() => {
      followed.delete(bulkId)
      wakes.delete(bulkId)
    })
    followed.set(bulkId, following)
  }
  return following
}

async function untilDone(client: QueryClient, bulkId: string): Promise<Bulk> {
  for (let pause = pauses.first; ; pause = Math.min(pause * 2, pauses.most)) {
    try {
      const { result } = await call(viewBulk, { params: { bulkId } })
      keepBulk(client, result)
      if (result.isFinished) return result
    } catch (error) {
      // Without an answer, the work goes on at the server.
      if (error instanceof CallError && error.status >= 400 && error.status < 500) throw error
    }
    await wakeOrPause(bulkId, pause)
  }
}

/** Waits until somebody says that a bulk change has gone on, but not forever. */
async function wakeOrPause(bulkId: string, milliseconds: number): Promise<void> {
  const pause = new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
  const wake = new Promise<void>((resolve) => wakes.set(bulkId, resolve))
  await Promise.race([pause, wake])
}

let isListening = false

function listenForPushes(): void {
  if (isListening) return
  isListening = true
  // Without a network for loading it, the pauses alone say when to read again.
  import('./bulk-push.ts').then(
    ({ onBulkPush }) =>
      onBulkPush((bulkId) => {
        for (const [id, wake] of wakes) if (bulkId === undefined || bulkId === id) wake()
      }),
    () => (isListening = false),
  )
}
