import { expect, test, vi } from 'vitest'
import type { LiveStatus } from '#web/lib/socket/live-status.ts'
import { SendError } from '#web/lib/socket/socket-refusal.ts'
import type { Connection } from '#web/lib/socket/socket.ts'
import { type Look, openLive } from './live.ts'
import type { Invalidation } from './invalidation.ts'

/** Simulates the server. */
function otherEnd() {
  const statusListeners: Array<(isConnected: boolean) => void> = []
  const pushListeners = new Map<string, (push: never) => void>()
  const looks: unknown[] = []
  const statuses: LiveStatus[] = []
  let refusal: SendError | undefined
  const connection: Connection = {
    onStatus: (listener) => void statusListeners.push(listener),
    onPush: (name, listener) => void pushListeners.set(name, listener),
    open: () => undefined,
    close: () => undefined,
    send: async (_event, payload) => {
      looks.push(payload)
      if (refusal) throw refusal
      return { viewers: [], entryId: '7' } as never
    },
  }
  return {
    live: openLive(
      (status) => void statuses.push(status),
      () => connection,
    ),
    looks,
    statuses,
    setConnected: (isConnected: boolean) => {
      for (const listener of statusListeners) listener(isConnected)
    },
    push: (name: string, push: unknown) => pushListeners.get(name)?.(push as never),
    refuse: (code: SendError['code']) => {
      refusal = new SendError({ code, message: 'no' })
    },
  }
}

/** Opens a page that shows `look`, and records its invalidations. */
function page(look: Look) {
  const invalidations: Invalidation[] = []
  const onlooker = {
    look,
    readAgain: async (one: Invalidation) => void invalidations.push(one),
    onViewers: () => undefined,
  }
  return { onlooker, invalidations }
}

const bug = 'b'.repeat(24)

test('a page says what it shows, and again after each connection', async () => {
  const { live, looks, setConnected, statuses } = otherEnd()
  live.watch(page({ bugId: bug }).onlooker)
  expect(looks).toEqual([])
  setConnected(true)
  await vi.waitFor(() => expect(statuses).toEqual(['live']))
  setConnected(false)
  setConnected(true)
  await vi.waitFor(() => expect(statuses).toEqual(['live', 'away', 'catching-up', 'live']))
  expect(looks).toEqual([{ bugId: bug }, { bugId: bug }])
})

test('the page that comes takes the place of the one that goes, in one word', async () => {
  const { live, looks, setConnected } = otherEnd()
  const end = live.watch(page({ isList: true }).onlooker)
  setConnected(true)
  await vi.waitFor(() => expect(looks).toHaveLength(1))
  end()
  const endOther = live.watch(page({ bugId: bug }).onlooker)
  await vi.waitFor(() => expect(looks).toEqual([{ isList: true }, { bugId: bug }]))
  endOther()
  await vi.waitFor(() => expect(looks).toEqual([{ isList: true }, { bugId: bug }, {}]))
})

test('a burst of changes is read once, and other bugs’ changes not at all', async () => {
  const { live, setConnected, push } = otherEnd()
  const { onlooker, invalidations } = page({ bugId: bug })
  live.watch(onlooker)
  setConnected(true)
  await vi.waitFor(() => expect(invalidations).toHaveLength(1))
  for (const entryId of ['9', '10', '8']) push('bug-changed', { bugId: bug, entryId })
  push('bug-changed', { bugId: 'c'.repeat(24), entryId: '99' })
  push('bugs-changed', { bugIds: [bug], isMore: false })
  await vi.waitFor(() => expect(invalidations).toHaveLength(2))
  expect(invalidations[1]).toEqual({ entryId: '10', bugIds: [], isMore: false })
})

test('a list hears which bugs have changed', async () => {
  const { live, setConnected, push } = otherEnd()
  const { onlooker, invalidations } = page({ isList: true })
  live.watch(onlooker)
  setConnected(true)
  await vi.waitFor(() => expect(invalidations).toHaveLength(1))
  push('bugs-changed', { bugIds: ['1', '2'], isMore: false })
  push('bugs-changed', { bugIds: ['2', '3'], isMore: true })
  await vi.waitFor(() => expect(invalidations).toHaveLength(2))
  expect(invalidations[1]).toEqual({ entryId: '', bugIds: ['1', '2', '3'], isMore: true })
})

test('a list beside a bug goes on hearing while one bug follows on another', async () => {
  const { live, looks, setConnected, push } = otherEnd()
  const list = page({ isList: true })
  live.watch(list.onlooker)
  const endFirst = live.watch(page({ bugId: bug }).onlooker)
  setConnected(true)
  await vi.waitFor(() => expect(list.invalidations).toHaveLength(1))
  endFirst()
  const other = 'c'.repeat(24)
  const second = page({ bugId: other })
  live.watch(second.onlooker)
  await vi.waitFor(() => expect(second.invalidations).toHaveLength(1))
  expect(looks).toEqual([
    { bugId: bug, isList: true },
    { bugId: other, isList: true },
  ])
  push('bugs-changed', { bugIds: [bug], isMore: false })
  await vi.waitFor(() => expect(list.invalidations).toHaveLength(2))
  expect(list.invalidations[1]).toEqual({ entryId: '', bugIds: [bug], isMore: false })
})

test('whoever may not look is promised nothing', async () => {
  const { live, setConnected, statuses, refuse } = otherEnd()
  refuse('forbidden')
  const { onlooker, invalidations } = page({ bugId: bug })
  live.watch(onlooker)
  setConnected(true)
  await vi.waitFor(() => expect(statuses).toEqual(['still']))
  expect(invalidations).toEqual([])
})
