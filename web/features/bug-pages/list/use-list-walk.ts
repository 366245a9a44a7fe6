import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type BugListItem, listBugs } from '#shared/bugs/contract.ts'
import { bugListQuery, bugQuery, type ListSearch, toListQuery, useLastMade } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { isAtWork } from '#web/lib/keys/key-reach.ts'
import { atPage } from '#web/lib/lists/list-search.ts'
import { toastFailure, toastWarning } from '#web/ui/notices/toast.ts'
import { whenIdle } from '#web/ui/late/use-late.ts'
import { lastShownSearch } from '../filter/last-search.ts'
import { beginWalking, currentWalk, isWalkedOn, rememberList, setWalk, useCurrentWalk } from './current-walk.ts'
import { askWhoLeft, keyOf, leftOf, noteFound, useLeft } from './left-list.ts'
import type { BugListReply } from './list-news.ts'
import { type ListWalk, neighbour, placeIn, walkOf } from './list-walk.ts'

/** Milliseconds for which what was read ahead of the list's last bug counts. */
const aheadFor = 60_000

let ahead: { readonly from: string; readonly at: number; readonly found: Promise<Found | undefined> } | undefined

/** What follows where the walk ends: a bug, and the page of the list that it stands on. */
interface Found {
  readonly bugId: string
  readonly search: ListSearch
  readonly reply: BugListReply
}

/** The place of a bug in the list that somebody came from, and the way to its neighbours. */
export interface ListPlace {
  /** Which of how many it is, from 1; undefined where it is none of that list. */
  readonly place: { readonly place: number; readonly total: number } | undefined
  readonly hasNext: boolean
  readonly hasPrevious: boolean
  readonly go: (step: 1 | -1) => void
}

/** How a screen opens a bug of the list, which was last seen on this page of it. */
type Open = (bugId: string, page: number | undefined) => Promise<void>

/**
 * Goes to the next and the previous bug of the list that was last looked at, by keys and by what `go` is given to.
 * @param options.isBeside the list is beside the bug: then its first bug follows on one that is not of it
 * @param options.advances the next bug opens once this one has left the list by what was set here
 * @param options.preload reads ahead what the screen shows of the bug that comes next
 */
export function useListWalk(
  bugId: string,
  open: Open,
  {
    keys,
    isBeside = false,
    advances = false,
    preload,
  }: {
    keys: { readonly next: readonly string[]; readonly previous: readonly string[] }
    isBeside?: boolean
    advances?: boolean
    preload?: (bugId: string) => void
  },
): ListPlace {
  const client = useQueryClient()
  const known = useCurrentWalk()
  /** The bug that is about to be shown: keys that come faster than it go on from there. */
  const coming = useRef<string>(undefined)
  // What the list showed is remembered before a change of this bug takes it from there.
  useEffect(() => {
    const search = lastShownSearch()
    const reply = client.getQueryData(bugListQuery(search).queryKey)
    if (reply) rememberList(search, reply)
  }, [client, bugId])

  async function go(step: 1 | -1) {
    const here = coming.current ?? bugId
    const from = step === 1 ? lastPassed(currentWalk(), here) : here
    beginWalking()
    try {
      const next = nextOf(currentWalk(), from, step, isBeside) ?? (await take(client, from, step))
      if (next === undefined) {
        toastWarning(step === 1 ? 'This is the last bug of the list' : 'This is the first bug of the list')
        return
      }
      coming.current = next
      await open(next, currentWalk()?.pages.get(next))
    } catch (error) {
      const words = step === 1 ? 'The next bug could not be found' : 'The previous bug could not be found'
      toastFailure(words, referenceOf(error), explainError(error).explanation)
    } finally {
      coming.current = undefined
    }
  }

  useLeft(known?.key ?? '')
  // Somebody may have gone on, or back, by a key meanwhile.
  useAdvance(bugId, advances, async () => coming.current === undefined && go(1))
  const place = placeIn(known, bugId)
  const end = lastPassed(known, bugId)
  const next = nextOf(known, end, 1, isBeside)
  const endPlace = placeIn(known, end)
  const hasNext = next !== undefined || (endPlace !== undefined && endPlace.place < endPlace.total)
  const hasPrevious = place !== undefined && place.place > 1
  const isOffered = place !== undefined || hasNext
  const readAhead = useEffectEvent(() => {
    if (!isBeside && !isWalkedOn()) return
    if (next !== undefined) return preload?.(next)
    if (hasNext)
      void followed(end)
        .then((found) => found && preload?.(found.bugId))
        .catch(() => {})
  })
  useEffect(() => (isOffered ? whenIdle(readAhead) : undefined), [isOffered, bugId, next])

  useActions([
    {
      id: 'bug.next',
      label: 'Next bug of the list',
      group: 'This bug',
      keys: keys.next,
      isEnabled: isOffered,
      run: () => void go(1),
    },
    {
      id: 'bug.previous',
      label: 'Previous bug of the list',
      group: 'This bug',
      keys: keys.previous,
      isEnabled: isOffered,
      run: () => void go(-1),
    },
  ])
  return { place, hasNext, hasPrevious, go: (step) => void go(step) }
}

/** Opens the next bug once this one has left the list by what was set here, unless somebody is in the middle of something. */
function useAdvance(bugId: string, isOn: boolean, open: () => Promise<unknown>): void {
  const client = useQueryClient()
  const made = useLastMade(bugId)
  const seen = useRef(made)
  const isShown = useRef(true)
  const look = useEffectEvent(async () => {
    const search = lastShownSearch()
    const walk = currentWalk()
    if (walk?.key !== keyOf(search) || !walk.ids.includes(bugId)) return
    // Other words than these may have found it.
    const reply = client.getQueryData(bugListQuery(search).queryKey)
    if (!reply || reply.corrected) return
    const left = await askWhoLeft(search, [bugId]).catch(() => [])
    if (left.length > 0 && isShown.current && !isAtWork(document.activeElement)) await open()
  })
  useEffect(() => {
    if (isOn && made > seen.current) void look()
    seen.current = made
  }, [isOn, made])
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])
}

function nextOf(known: ListWalk | undefined, bugId: string, step: 1 | -1, isBeside: boolean): string | undefined {
  const isElsewhere = isBeside && step === 1 && known !== undefined && !known.ids.includes(bugId)
  const left = leftOf(known?.key ?? '')
  return isElsewhere ? known.ids.find((id) => !left.has(id)) : neighbour(known, bugId, step)
}

/** Returns the last of the bugs after this one that have left the list, which whoever goes on passes by; else the bug itself. */
function lastPassed(known: ListWalk | undefined, bugId: string): string {
  const left = leftOf(known?.key ?? '')
  const next = neighbour(known, bugId, 1)
  return next !== undefined && left.has(next) ? lastPassed(known, next) : bugId
}

/** Goes on where the walk ends: the list shows the page on which it does. */
async function take(client: QueryClient, from: string, step: 1 | -1): Promise<string | undefined> {
  const found = (step === 1 ? await followed(from) : undefined) ?? (await further(from, step))
  ahead = undefined
  if (!found) return undefined
  const { search, reply, bugId } = found
  const shown = { ...reply, result: reply.result.map((row) => asKnown(client, row)) }
  client.setQueryData(bugListQuery(search).queryKey, shown)
  setWalk(walkOf(currentWalk(), keyOf(search), reply.result, reply.pagination))
  return bugId
}

/** Reads what follows on the last bug of the walk; the same answer for a while, so that it may be read ahead. */
function followed(from: string): Promise<Found | undefined> {
  if (ahead?.from !== from || Date.now() - ahead.at > aheadFor) {
    const found = further(from, 1)
    ahead = { from, at: Date.now(), found }
    found.catch(() => (ahead = undefined))
  }
  return ahead.found
}

/**
 * Reads on where the walk ends, and leaves what is shown as it is. Bugs that were dealt with may have left the list, so
 * that others moved up: the page of the last bug is read again before the one after it.
 */
async function further(from: string, step: 1 | -1): Promise<Found | undefined> {
  const list = lastShownSearch()
  const page = currentWalk()?.pages.get(from) ?? list.pageNumber ?? 1
  for (const number of step === 1 ? [page, page + 1] : [page - 1]) {
    if (number < 1) return undefined
    const search = atPage(list, number)
    const reply = await call(listBugs, { query: toListQuery(search) })
    noteFound(list, reply)
    const bugId = neighbour(walkOf(currentWalk(), keyOf(list), reply.result, reply.pagination), from, step)
    if (bugId !== undefined) return { bugId, search, reply }
    if (number >= reply.pagination.totalPages) return undefined
  }
  return undefined
}

/** The row as the page of its bug shows it, where that is younger. */
function asKnown(client: QueryClient, row: BugListItem): BugListItem {
  const known = client.getQueryData(bugQuery(row._id).queryKey)
  return known && known.version > row.version ? { ...known, matches: row.matches } : row
}
