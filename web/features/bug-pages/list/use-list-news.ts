import { focusManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type BugListItem, listBugs, viewBug } from '#shared/bugs/contract.ts'
import { bugKeys, bugListQuery, type ListSearch, toListQuery } from '#web/features/bugs/public.ts'
import { useWatching } from '#web/features/live/public.ts'
import { recountViews } from '#web/features/views/public.ts'
import { CallError } from '#web/lib/call-error.ts'
import { call } from '#web/lib/call.ts'
import { isImpossible } from '../filter/is-impossible.ts'
import { askWhoLeft, noteFound } from './left-list.ts'
import { type BugListReply, leftBehind, listNews, newsWords } from './list-news.ts'

/** Milliseconds after which who comes back to the window gets the list anew. */
const old = 15_000
/** Rows that no longer belong to the list are read one by one; so many at most. */
const mostLeftBehind = 20

interface News {
  readonly search: ListSearch
  readonly waiting: BugListReply
  /** How many bugs there were when the rows on the screen were read. */
  readonly totalWhenShown: number
}

/**
 * Keeps a list true while it is on the screen: rows change where they stand, and whatever would move them waits.
 * @returns the words for what waits, and the way to see it; undefined while nothing waits
 */
export function useListNews(search: ListSearch): { words: string; show: () => void } | undefined {
  const client = useQueryClient()
  const [known, setNews] = useState<News>()
  const { queryKey } = bugListQuery(search)
  const isWaiting = known?.search === search && !hasSameRows(client.getQueryData(queryKey), known.waiting)
  const news = isWaiting ? known : undefined

  async function readAgain(changed: { bugIds: readonly string[]; isMore: boolean }) {
    recountViews(client)
    // Other pages and searches are read anew when somebody goes there.
    await client.invalidateQueries({ queryKey: bugKeys.lists, refetchType: 'none' })
    if (isImpossible(search)) return
    const before = client.getQueryData(queryKey)
    if (!before) return client.refetchQueries({ queryKey })
    const fresh = await call(listBugs, { query: toListQuery(search) })
    const behind = leftBehind(before, fresh, changed).slice(0, mostLeftBehind)
    const asked = fresh.corrected ? [] : behind
    const [{ others, gone }] = await Promise.all([rowsOf(client, behind), askWhoLeft(search, asked)])
    noteFound(search, fresh)
    // It may have been read in another way meanwhile.
    const now = without(client.getQueryData(queryKey) ?? before, gone)
    const { shown, waiting } = listNews(now, fresh, others)
    client.setQueryData(queryKey, shown)
    setNews((earlier) => {
      if (!waiting) return undefined
      const isSame = earlier?.search === search
      return { search, waiting, totalWhenShown: isSame ? earlier.totalWhenShown : now.pagination.totalCount }
    })
  }

  useWatching({ look: { isList: true }, readAgain })
  useOnReturn(() => {
    const readOn = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
    if (Date.now() - readOn > old) readAgain({ bugIds: [], isMore: true }).catch(() => undefined)
  })

  if (!news) return undefined
  return {
    words: newsWords(news.totalWhenShown, news.waiting.pagination.totalCount),
    show: () => {
      client.setQueryData(queryKey, news.waiting)
      setNews(undefined)
    },
  }
}

/** Returns whether what waits is shown already, because somebody walked on to it. */
function hasSameRows(shown: BugListReply | undefined, waiting: BugListReply): boolean {
  const idsOf = ({ result }: BugListReply) => result.map(({ _id }) => _id).join(' ')
  return shown !== undefined && idsOf(shown) === idsOf(waiting)
}

/** Rows as they are now, and the ids of those that are hidden from the reader by now. */
async function rowsOf(
  client: QueryClient,
  bugIds: readonly string[],
): Promise<{ others: BugListItem[]; gone: readonly string[] }> {
  const read = bugIds.map(async (bugId) => {
    const { result } = await call(viewBug, { params: { bugId }, query: { comments: 'none' } })
    client.setQueryData(bugKeys.view(bugId), result)
    return result
  })
  const answers = await Promise.allSettled(read)
  return {
    others: answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])),
    gone: bugIds.filter((_, n) => isGone(answers[n])),
  }
}

function isGone(answer: PromiseSettledResult<unknown> | undefined): boolean {
  const error: unknown = answer?.status === 'rejected' ? answer.reason : undefined
  return error instanceof CallError && error.code === 'not-found'
}

/** A list without some rows, which wait for nothing: who may not see a bug any more keeps nothing of it on the screen. */
function without(list: BugListReply, gone: readonly string[]): BugListReply {
  return gone.length === 0 ? list : { ...list, result: list.result.filter(({ _id }) => !gone.includes(_id)) }
}

/** Calls back when somebody comes back to the window. */
function useOnReturn(onReturn: () => void): void {
  const call = useEffectEvent(onReturn)
  useEffect(() => focusManager.subscribe((isFocused) => void (isFocused && call())), [])
}
