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
  /** It has been told what it may have missed before the server knew of it. */
  isTold: boolean
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
  /** Counts the changes of what is shown. */
  let shown = 0
  const ofBug = (bugId: string | undefined) =>
    watching.filter(({ look }) => bugId !== undefined && look.bugId === bugId)
  const ofLists = () => watching.filter(({ look }) => look.isList)

  /** Sends what is shown, and reads what may have changed before the server knew of this page. */
  async function look() {
    timer = undefined
    if (!isConnected) return
    const before = shown
    const asked = lookOf(watching)
    try {
      const { viewers, entryId } = await connection.send(lookAt, asked)
      if (before !== shown) return
      if (watching.length === 0) {
        wasAway = false
        onStatus('still')
        return
      }
      if (wasAway) onStatus('catching-up')
      const lists = ofLists().filter(({ isTold }) => !isTold)
      for (const list of lists) list.isTold = true
      for (const one of ofBug(asked.bugId)) one.onViewers(viewers)
      await Promise.all([
        ...ofBug(asked.bugId).map((one) => one.tell(entryId === undefined ? { isMore: true } : { entryId })),
        ...lists.map((list) => list.tell({ isMore: true })),
      ])
    } catch (error) {
      // A lost connection is reopened, and sends it again.
      if (!isConnected || before !== shown) return
      if (error instanceof SendError && error.code === 'unreachable') return lookSoon()
      // What is not there any more, or is hidden by now, is read again, and the rest goes on.
      if (error instanceof SendError && error.code === 'not-found' && asked.bugId !== undefined) {
        for (const one of ofBug(asked.bugId)) void one.tell({ isMore: true })
        if (asked.isList) await connection.send(lookAt, { isList: true }).catch(() => undefined)
      }
      // A person without the right gets no live updates.
      return onStatus('still')
    }
    if (!isConnected || before !== shown) return
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
    for (const one of watching) {
      one.isTold = false
      one.onViewers([])
    }
    if (watching.length > 0) onStatus('away')
  })
  connection.onPush('bug-changed', ({ bugId, entryId }) => {
    for (const one of ofBug(bugId)) void one.tell({ entryId })
  })
  connection.onPush('bugs-changed', (changed) => {
    for (const one of ofLists()) void one.tell(changed)
  })
  connection.onPush('names-changed', () => {
    for (const one of watching) void one.tell({ isMore: true })
  })
  connection.onPush('bug-viewers', ({ bugId, viewers }) => {
    for (const one of ofBug(bugId)) one.onViewers(viewers)
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
        isTold: false,
        tell: (invalidation) => {
          told = mergeInvalidations(told, invalidation)
          return readSoon()
        },
      }
      watching.push(one)
      shown++
      if (isConnected) lookSoon()
      else connection.open()
      return () => {
        watching.splice(watching.indexOf(one), 1)
        shown++
        // Without a connection no page is current, whatever it shows.
        if (watching.length === 0 && !wasAway) onStatus('still')
        lookSoon()
      }
    },
  }
}

/** Returns what a page shows: the last of its bugs, and whether it has a list, which may stand beside one. */
function lookOf(watching: readonly Onlooker[]): Look {
  const bug = watching.findLast(({ look }) => look.bugId !== undefined)?.look
  return { ...bug, ...(watching.some(({ look }) => look.isList) && { isList: true }) }
}
