import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { shortId } from '#shared/bugs/words.ts'
import { useOfferedActions } from '#web/lib/actions.ts'
import { paths } from '#web/lib/paths.ts'
import { type RecentBug, recentBugs } from '#web/lib/recent-bugs.ts'
import { useSession } from '#web/lib/session.ts'
import { actionGroupsFor, answering } from './action-items.ts'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'
import { useBugsFound } from './use-bugs-found.ts'

/** Recent bugs that are shown before anything is typed, and at most while something is. */
const recentAtFirst = 5
const recentFound = 4

/** What the palette shows for the words: what can be told at once is there at once. */
export function usePaletteGroups(words: string) {
  const asked = words.trim()
  const session = useSession()
  const isReader = session.has('canViewData')
  const actions = useOfferedActions()
  const open = useOpen()
  const [visited] = useState(() => (isReader && session.userId !== undefined ? recentBugs(session.userId) : []))
  const found = useBugsFound(asked, isReader)

  const recent = visited.map((bug) => recentItem(bug, open))
  const named = [...recent, ...found.bugs.map((bug) => bugItem(bug, open))].find(({ bugId = '' }) =>
    isNamed(bugId, asked),
  )
  const recents = (
    asked === '' ? recent.slice(0, recentAtFirst) : answering(recent, asked).slice(0, recentFound)
  ).filter(({ bugId }) => bugId !== named?.bugId)
  const others = found.bugs
    .map((bug) => bugItem(bug, open))
    .filter(({ bugId }) => bugId !== named?.bugId && recents.every((one) => one.bugId !== bugId))
  const [here, places, everywhere] = actionGroupsFor(actions, asked)
  const groups: readonly (PaletteGroup | undefined)[] = [
    { name: 'Bug', items: named ? [named] : [] },
    here,
    { name: 'Recent bugs', items: recents },
    asked === '' ? undefined : { name: 'Bugs', items: others },
    places,
    everywhere,
    { name: 'Search', items: asked === '' ? [] : searchItems(asked, session.has, open) },
  ]
  return {
    groups: groups.filter((group) => group !== undefined && group.items.length > 0) as readonly PaletteGroup[],
    problem: found.problem,
    isSearching: !found.isCurrent && found.problem === undefined,
    /** Enter has to wait for the answer: what was typed may be the id of a bug that isn't there yet. */
    mayBeNamed: looksLikeId(asked) && !found.isCurrent && found.problem === undefined && named === undefined,
  }
}

type Open = (to: string, search?: Readonly<Record<string, string>>) => { href: string; run: () => void }

/** A way to a screen, here and in another tab. */
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

function bugItem(bug: BugListItem, open: Open): PaletteItem {
  const { _id, title, status, matches = [] } = bug
  const inTitle = matches.find(({ field }) => field === 'title' && matches.length > 0)
  const elsewhere = inTitle ? undefined : matches[0]
  return {
    key: `bug ${_id}`,
    kind: 'bug',
    label: title,
    bugId: _id,
    status,
    ...(inTitle?.text === title && { marks: inTitle.marks }),
    ...(elsewhere && { snippet: elsewhere.text }),
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

function isNamed(bugId: string, asked: string): boolean {
  const wanted = asked.toLowerCase()
  return looksLikeId(asked) && (bugId === wanted || shortId(bugId) === wanted)
}

function looksLikeId(asked: string): boolean {
  return /^([0-9a-f]{8}|[0-9a-f]{24})$/i.test(asked)
}
