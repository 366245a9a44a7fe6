import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { bugListQuery, type ListSearch } from '#web/features/bugs/public.ts'
import { lastShownSearch } from '../filter/last-search.ts'
import { keyOf } from './left-list.ts'
import type { BugListReply } from './list-news.ts'
import { type ListWalk, walkOf } from './list-walk.ts'

// Apart from `useListWalk`, which the list has no use for.

let walk: ListWalk | undefined
/** The list was looked at by itself: whoever opens a bug from there begins anew. */
let isOver = true
/** Somebody goes from one bug to the next, so that it is worth reading ahead. */
let isWalking = false
const listeners = new Set<() => void>()

/** Returns the walk through the list that was last looked at. */
export const currentWalk = (): ListWalk | undefined => walk

export function useCurrentWalk(): ListWalk | undefined {
  return useSyncExternalStore(subscribe, currentWalk)
}

export function beginWalking(): void {
  isWalking = true
}

export const isWalkedOn = (): boolean => isWalking

/** Takes up what a list shows, while one of its bugs is shown. */
export function rememberList(search: ListSearch, reply: BugListReply): void {
  const next = walkOf(isOver ? undefined : walk, keyOf(search), reply.result, reply.pagination)
  isOver = false
  setWalk(next)
}

/** Ends the walk: the list is looked at by itself, and the next bug that is opened from it begins another one. */
export function endWalk(): void {
  isOver = true
  isWalking = false
}

/** The bugs that follow on this one in the list that was last looked at, as far as they were seen. */
export function followingInWalk(bugId: string): readonly string[] {
  const place = walk?.ids.indexOf(bugId) ?? -1
  return place === -1 ? [] : (walk?.ids.slice(place + 1) ?? [])
}

/** Returns whether the list that was last looked at has shown this bug. */
export function isOfLastList(client: QueryClient, bugId: string): boolean {
  const shown = client.getQueryData(bugListQuery(lastShownSearch()).queryKey)
  const isShown = shown?.result.some(({ _id }) => _id === bugId) ?? false
  return isShown || (!isOver && walk !== undefined && walk.ids.includes(bugId))
}

/** Replaces the walk with one that knows more. */
export function setWalk(next: ListWalk): void {
  const isSame = walk !== undefined && JSON.stringify([walk, ...walk.pages]) === JSON.stringify([next, ...next.pages])
  if (isSame) return
  walk = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
