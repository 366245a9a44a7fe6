import { lookAt, type Viewer } from '#shared/live/socket-events.ts'
import type { SentPayload } from '#shared/realtime/socket-event.ts'
import { coalesced } from '#web/lib/coalesced.ts'
import type { LiveStatus } from '#web/lib/socket/live-status.ts'
import { SendError } from '#web/lib/socket/socket-refusal.ts'
import { type Connection, connection } from '#web/lib/socket/socket.ts'
import { type Invalidation, mergeInvalidations, noInvalidation } from './invalidation.ts'

/** Milliseconds in which several changes are combined into one read. */
const pause = 200
/** Milliseconds between two screens, so that closing one and opening the next are one change. */
const betweenScreens = 80

/** What a page shows, as sent to the server. */
export type Look = SentPayload<typeof lookAt>

/** What a page shows, and how it handles invalidations. */
export interface Onlooker {
  readonly look: Look
  /** Reads again what may have changed. Resolves when it is read. */
  readonly readAgain: (invalidation: Invalidation) => Promise<unknown>
  readonly onViewers: (viewers: readonly Viewer[]) => void
}

/** Notifies the page of changes to what it shows. */
export interface Live {
  /** Watches what the page shows; the returned function ends that. */
  readonly watch: (onlooker: Onlooker) => () => void
}

interface Watching extends Onlooker {
  /** Schedules a read, combined with further invalidations. */
  readonly tell: (invalidation: Partial<Invalidation>) => Promise<void>
}

/** Opens the live updates. @param onStatus called with whether the content is current */
export function openLive(
  onStatus: (status: LiveStatus) => void,
  connect: (beforeReturn: () => Promise<unknown>) => Connection = connection,
): Live {
  const watching: Watching[] = []
  let isConnected = false
  let wasAway = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const connection = connect(async () => undefined)
  const current = () => watching.at(-1)

  /** Sends what is shown, and reads what may have changed before the server knew of this page. */
  async function look() {
    timer = undefined
    const one = current()
    if (!isConnected) return
    try {
      const { viewers, entryId } = await connection.send(lookAt, one?.look ?? {})
      if (!one && !current()) {
        wasAway = false
        onStatus('still')
      }
      if (!one || one !== current()) return
      one.onViewers(viewers)
      if (wasAway) onStatus('catching-up')
      await one.tell(entryId === undefined ? { isMore: true } : { entryId })
    } catch (error) {
      // A lost connection is reopened, and sends it again.
      if (!isConnected || one !== current()) return
      if (error instanceof SendError && error.code === 'unreachable') return lookSoon()
      // A person without the right gets no live updates.
      return onStatus('still')
    }
    if (!isConnected || one !== current()) return
    wasAway = false
    onStatus('live')
  }

  function lookSoon() {
    timer ??= setTimeout(() => void look(), betweenScreens)
  }

  connection.onStatus((next) => {
    isConnected = next
    if (next) return lookSoon()
    wasAway = true
    const one = current()
    one?.onViewers([])
    if (one) onStatus('away')
  })
  connection.onPush('bug-changed', ({ bugId, entryId }) => {
    const one = current()
    if (one && one.look.bugId === bugId) void one.tell({ entryId })
  })
  connection.onPush('bugs-changed', (changed) => {
    const one = current()
    if (one?.look.isList) void one.tell(changed)
  })
  connection.onPush('bug-viewers', ({ bugId, viewers }) => {
    const one = current()
    if (one && one.look.bugId === bugId) one.onViewers(viewers)
  })

  return {
    watch: (onlooker) => {
      let told = noInvalidation
      const readAgain = () => {
        const invalidation = told
        told = noInvalidation
        return onlooker.readAgain(invalidation)
      }
      const readSoon = coalesced(readAgain, pause)
      const one: Watching = {
        ...onlooker,
        tell: (invalidation) => {
          told = mergeInvalidations(told, invalidation)
          return readSoon()
        },
      }
      watching.push(one)
      if (isConnected) lookSoon()
      else connection.open()
      return () => {
        watching.splice(watching.indexOf(one), 1)
        // Without a connection no page is current, whatever it shows.
        if (watching.length === 0 && !wasAway) onStatus('still')
        lookSoon()
      }
    },
  }
}
