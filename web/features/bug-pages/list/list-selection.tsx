import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { type BugField, type BulkName, bugFields } from '#shared/bugs/fields.ts'
import { activeFilters, type ListSearch } from '#web/features/bugs/public.ts'
import { useHasParts } from '#web/lib/session/has-parts.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useLate } from '#web/ui/late/use-late.ts'
import { useTypedAhead } from '#web/ui/late/use-typed-ahead.ts'
import { loadFieldsButton } from '../bulk/late-fields-button.tsx'
import { bulkFactsOf, factOfMany, maySetCustom } from '../select/bulk-facts.ts'
import { bugOf, bugsIn, isAboutList } from '../select/select-box.tsx'
import {
  clearSelection,
  currentSelection,
  isEmpty,
  nothingSelected,
  selectAllFound,
  selectBy,
  selectMore,
  selectRange,
  toggleSelected,
  useSelection,
} from '../select/selection.ts'
import { viewSearchOf } from '../filter/viewed-search.ts'
import type { BugPage } from './use-bug-list.ts'

const loadDock = () => import('../bulk/bulk-dock.tsx').then(({ BulkDock }) => BulkDock)

/**
 * The same with its button for custom fields: if that came later, the other buttons would move, and a press that has
 * begun on one of them would be lost.
 */
async function loadDockWithFields(client: QueryClient) {
  const [dock] = await Promise.all([loadDock(), loadFieldsButton(client).catch(() => undefined)])
  return dock
}

/**
 * Selecting bugs of the list, by keys and for the bar that changes all of them at once. What is selected stays while the
 * list's pages are turned, and ends with another search.
 */
export function ListSelection({
  list,
  search,
  page,
}: {
  list: RefObject<HTMLElement | null>
  search: ListSearch
  page: BugPage
}) {
  const { userId, products, hasForms } = useSession()
  const hasParts = useHasParts()
  const key = JSON.stringify([userId, ...activeFilters(search).map((name) => [name, search[name]])])
  const kept = useSelection()
  // While another search is on its way, nothing may be done to what the last one has found.
  const selection = kept.key === key ? kept : nothingSelected
  const { items, state, pagination } = page
  const [known, setKnown] = useState<readonly BulkName[]>([])
  // Whoever has dealt with all bugs of a search may still go on with those that are selected.
  const facts = items.length > 0 ? bulkFactsOf(items, products, hasParts) : known
  if (facts.join() !== known.join()) setKnown(facts)
  const isSelecting = !isEmpty(selection)
  const hasCustom = maySetCustom(items, hasForms)
  const mayBulk = hasCustom || facts.length > 0
  // A key for the selected bugs that comes before the bar is kept, with what is typed after it.
  const [asked, setAsked] = useState<BulkName>()
  const [isMissing, setIsMissing] = useState(false)
  const client = useQueryClient()
  const load = () => (hasCustom ? loadDockWithFields(client) : loadDock())
  const BulkDock = useLate(load, !mayBulk ? 'never' : isSelecting ? 'now' : 'idle', () => {
    setIsMissing(true)
    setAsked(undefined)
  })

  const isWaiting = isSelecting && !BulkDock && !isMissing
  const typed = useTypedAhead(asked !== undefined && isWaiting, asked !== undefined, () => setAsked(undefined))

  const isKnown = state === 'loaded' || state === 'failed' || state === 'impossible'
  useEffect(() => {
    if (isKnown) selectBy(key)
  }, [isKnown, key])

  function rowLink(bugId: string | undefined) {
    const row = bugId === undefined ? '' : `[data-bug="${CSS.escape(bugId)}"] `
    return list.current?.querySelector<HTMLElement>(`${row}.bug-card-link`) ?? null
  }

  /** Does something to the bug that has the focus, that is shown beside the list, that the pointer rests on, or that would be the next one. */
  function onRow(act: (bugId: string, page: readonly string[]) => void): boolean {
    const shown = list.current
    const focused = document.activeElement
    const isOnRow = focused !== null && shown?.contains(focused)
    const current = isOnRow ? null : (shown?.querySelector('.bug-card-link[aria-current]') ?? null)
    const row = isOnRow ? focused : (current ?? shown?.querySelector('[data-bug]:hover') ?? null)
    const link = rowLink(bugOf(row))
    const bugId = bugOf(link)
    if (bugId === undefined) return false
    // A bug that is shown beside the list keeps the focus.
    if (!current) link?.focus()
    act(bugId, bugsIn(shown))
    return true
  }

  function clear(): void {
    const { anchor } = currentSelection()
    // Where it is now goes with the bar.
    const isInBar = document.activeElement?.closest('.bulk-bar')
    clearSelection()
    if (isInBar) (rowLink(anchor) ?? rowLink(undefined))?.focus()
  }

  const ofList = { group: 'List', isEnabled: mayBulk && items.length > 0 } as const
  const shownIds = items.map(({ _id }) => _id)
  useActions([
    ...facts.map((name) => ({
      ...ofList,
      id: `bug.set-${name}`,
      label: `Set ${factOfMany(name)} of the selected bugs`,
      keys: keysOf(name),
      inPalette: false,
      isEnabled: isWaiting,
      run: () => {
        if (isAboutList()) setAsked(name)
        return isAboutList()
      },
    })),
    {
      ...ofList,
      id: 'list.select',
      label: 'Select the bug',
      keys: 'x',
      inPalette: false,
      run: () => onRow(toggleSelected),
    },
    {
      ...ofList,
      id: 'list.select-range',
      label: 'Select all up to the bug',
      keys: 'Shift+X',
      inPalette: false,
      run: () => onRow(selectRange),
    },
    { ...ofList, id: 'list.select-page', label: 'Select all bugs of this page', run: () => selectMore(shownIds) },
    {
      ...ofList,
      id: 'list.select-none',
      label: 'Clear the selection',
      keys: 'Escape',
      isEnabled: isSelecting,
      run: clear,
    },
  ])

  if (BulkDock) {
    return (
      <BulkDock
        selection={selection}
        facts={facts}
        hasCustom={hasCustom}
        query={viewSearchOf(search)}
        shown={items}
        total={pagination.totalCount}
        asked={asked && { name: asked, typed }}
        onAsked={() => setAsked(undefined)}
        onSelectPage={() => selectMore(shownIds)}
        onSelectAll={() => selectAllFound(pagination.totalCount)}
        onClear={clear}
      />
    )
  }
  return (
    isSelecting &&
    isMissing && (
      <p role="alert" className="muted">
        What changes several bugs at once could not be loaded. Clear the selection with Escape and select again.
      </p>
    )
  )
}

/** The key that opens the values of a fact, if it has one. */
function keysOf(name: BulkName): string | readonly string[] {
  const { key }: BugField = bugFields[name]
  return key ?? []
}
