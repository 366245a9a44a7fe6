import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { paths } from '#web/lib/paths.ts'
import { lastListSearch } from '../filter/last-search.ts'
import { isOfLastList } from '../list/current-walk.ts'
import { keepFocus } from '../split/refocus.ts'
import { saysSplit, splitSearch } from '../split/split-address.ts'
import { useSplitChoice } from '../split/split-choice.ts'
import { loadListBeside } from './list-beside.tsx'

/**
 * Returns whether a bug stands beside its list, which its address says. `isComing` for a bug of the list that somebody
 * came from while split view is on: its address will say so at once. `bring` puts that list beside it.
 */
export function useSplitOfBug(bugId: string): { isSplit: boolean; isComing: boolean; bring: () => void } {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const client = useQueryClient()
  const navigate = useNavigate()
  const { isOffered, isOn, setIsOn } = useSplitChoice()
  const isSaid = saysSplit(search)
  const isComing = isOffered && !isSaid && isOn && isOfLastList(client, bugId)

  function say() {
    const { timeline } = search
    void navigate({
      to: paths.viewBug(bugId),
      search: { ...splitSearch(lastListSearch()), timeline },
      hash: true,
      replace: true,
      resetScroll: false,
    })
  }
  const sayIt = useEffectEvent(say)
  useEffect(() => {
    if (isComing) sayIt()
  }, [isComing, bugId])

  async function bring() {
    // Without its code, which a late network may bring, the bug stays alone; the address asks for it again.
    await loadListBeside().catch(() => undefined)
    keepFocus()
    setIsOn(true)
    say()
  }

  return { isSplit: isOffered && isSaid, isComing, bring: () => void bring() }
}
