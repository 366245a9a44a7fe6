import { useNavigate, useRouter } from '@tanstack/react-router'
import { parseListSearch } from '#web/features/bugs/public.ts'
import { paths } from '#web/lib/paths.ts'
import { bugOf } from '../select/select-box.tsx'
import { keepFocus } from './refocus.ts'
import { splitSearch } from './split-address.ts'
import { useSplitChoice } from './split-choice.ts'

/**
 * Returns whether the list stands in split view, and the function to change that: the bug whose row has the focus is then
 * shown beside it.
 * @param bugId the bug beside the list; undefined while it shows none
 */
export function useSplitOfList(bugId: string | undefined): { isSplit: boolean; change: (isSplit: boolean) => void } {
  const { isOffered, isOn, setIsOn } = useSplitChoice()
  const navigate = useNavigate()
  const router = useRouter()

  function change(isSplit: boolean) {
    const { search } = router.state.location
    const focused = bugOf(document.activeElement)
    keepFocus()
    setIsOn(isSplit)
    if (bugId === undefined) {
      if (!isSplit || focused === undefined) return
      const beside = splitSearch(parseListSearch(search))
      return void navigate({ to: paths.viewBug(focused), search: beside, resetScroll: false })
    }
    const { timeline } = search as Record<string, unknown>
    void navigate({ to: paths.viewBug(bugId), search: { timeline }, hash: true, replace: true, resetScroll: false })
  }

  return { isSplit: bugId !== undefined || (isOffered && isOn), change }
}
