import { useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { readBugKey } from '#shared/products/words.ts'
import { useOfferedActions } from '#web/lib/keys/actions.ts'
import { paths } from '#web/lib/paths.ts'
import { type RecentBug, recentBugs } from '#web/lib/recent-bugs.ts'
import { useSession } from '#web/lib/session/session.ts'
import { actionGroupsFor, answering, type ScoredGroup } from './action-items.ts'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'
import { useBugsFound } from './use-bugs-found.ts'

/** Most recent bugs before anything is typed, and while something is. */
const recentAtFirst = 5
const recentFound = 4

/** Returns the palette's rows for the words; what needs no server is there at once. */
export function usePaletteGroups(words: string) {
  const asked = words.trim()
  const session = useSession()
  const isReader = session.has('canViewData')
  const actions = useOfferedActions()
  const open = useOpen()
  // Those of when it opened, or of when it was known who is there.
  const { userId } = session
  const visited = useMemo(() => (isReader && userId !== undefined ? recentBugs(userId) : []), [isReader, userId])
  const found = useBugsFound(asked, isReader)
  const shownHref = useRouterState({ select: ({ location }) => location.pathname })

  const recent = visited.map((bug) => recentItem(bug, open)).filter(({ href }) => href !== shownHref)
  const named = [...recent, ...found.bugs.map((bug) => bugItem(bug, open))].find(({ bugId = '', bugKey }) =>
    isNamed(bugId, bugKey, asked),
  )
  const recents = recentGroup(
    recent.filter(({ bugId }) => bugId !== named?.bugId),
    asked,
  )
  const others = found.bugs
    .map((bug) => bugItem(bug, open))
    .filter(({ bugId }) => bugId !== named?.bugId && recents.items.every((one) => one.bugId !== bugId))
  const [here, ...elsewhere] = actionGroupsFor(actions, asked)
  // Rows that need no server come first, so that nothing moves below a row that was already selected.
  const atOnce = [here, recents, ...elsewhere].filter((group) => group !== undefined)
  const groups: readonly PaletteGroup[] = [
    { name: 'Bug', items: named ? [named] : [] },
    ...(asked === '' ? atOnce : atOnce.toSorted((one, other) => other.score - one.score)),
    { name: 'Bugs', items: others },
    { name: 'Search', items: asked === '' ? [] : searchItems(asked, session.has, open) },
  ]
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    problem: found.problem,
    isSearching: !found.isCurrent && found.problem === undefined,
    /** Enter has to wait for the answer, because the typed text may be the id of a bug that isn't loaded yet. */
    mayBeNamed: looksLikeId(asked) && !found.isCurrent && found.problem === undefined && named === undefined,
  }
}

type Open = (to: string, search?: Readonly<Record<string, string>>) => { href: string; run: () => void }

/** Returns the function that opens a screen, here or in another tab. */
function useOpen(): Open {
  const router = useRouter()
  return (to, search = {}) => ({
    href: router.buildLocation({ to, search }).href,
    run: () => void router.navigate({ to, search }),
  })
}

function recentItem({ _id, title }: RecentBug, open: Open): PaletteItem {
  return { key: `bug ${_id}`, kind: 'recent', label: title, bugId: _id, ...open(paths.viewBug(_id)) }
}

/** Returns the recent bugs whose title or short id begins with the words. */
function recentGroup(items: readonly PaletteItem[], asked: string): ScoredGroup {
  if (asked === '') return { name: 'Recent bugs', items: items.slice(0, recentAtFirst), score: 0 }
  const byId = items.filter(({ bugId = '' }) => asked.length > 2 && shortId(bugId).startsWith(asked.toLowerCase()))
  if (byId.length > 0) return { name: 'Recent bugs', items: byId, score: 400 }
  return answering('Recent bugs', items, asked, recentFound)
}

function bugItem(bug: BugListItem, open: Open): PaletteItem {
  const { _id, title, status, matches = [] } = bug
  const inTitle = matches.find(({ field }) => field === 'title')
  const elsewhere = inTitle ? undefined : matches[0]
  return {
    key: `bug ${_id}`,
    kind: 'bug',
    label: title,
    bugId: _id,
    bugKey: bug.key,
    status,
    ...(inTitle?.text === title && { marks: inTitle.marks }),
    ...(elsewhere && { snippet: elsewhere }),
    ...open(paths.viewBug(_id)),
  }
}

function searchItems(asked: string, has: ReturnType<typeof useSession>['has'], open: Open): PaletteItem[] {
  const all = [
    { what: 'Bugs', to: paths.bugList, may: has('canViewData') },
    { what: 'People', to: paths.userList, may: has('canViewData') },
    { what: 'Conversations', to: paths.chat, may: has('liveChatAdmin') },
  ]
  return all
    .filter(({ may }) => may)
    .map(({ what, to }) => ({
      key: `search ${to}`,
      kind: 'search',
      label: `${what} with “${asked}”`,
      ...open(to, { keywords: asked }),
    }))
}

function isNamed(bugId: string, bugKey: string | undefined, asked: string): boolean {
  const wanted = asked.toLowerCase()
  return looksLikeId(asked) && (bugId === wanted || shortId(bugId) === wanted || bugKey?.toLowerCase() === wanted)
}

/** Also a key. */
function looksLikeId(asked: string): boolean {
  return /^([0-9a-f]{8}|[0-9a-f]{24})$/i.test(asked) || readBugKey(asked) !== undefined
}
