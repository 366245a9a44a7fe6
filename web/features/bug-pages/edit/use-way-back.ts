import { useRouter } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'
import type { EditWay } from './use-edit-form.ts'

/**
 * The way back to the edit form for somebody whose changes were refused after they had gone on to the bug's page.
 * Calling it leads there and answers true, unless they have gone elsewhere or are writing something else: then they are
 * only offered `action`.
 */
export function useWayBack(bugId: string, way: EditWay) {
  const router = useRouter()
  const form = way === 'my' ? paths.editMyBug(bugId) : paths.editAnyBug(bugId)
  const go = (options: { replace?: boolean } = {}) =>
    void router.navigate({ to: form, ignoreBlocker: true, ...options })

  function comeBack(): boolean {
    const { location, resolvedLocation } = router.state
    if (location.pathname === form) return true
    // A quick answer comes while the form still stands there, with the focus in it.
    const isLeaving = resolvedLocation?.pathname === form
    if (location.pathname !== paths.viewBug(bugId) || (isWriting() && !isLeaving)) return false
    go({ replace: true })
    return true
  }
  return Object.assign(comeBack, { action: { label: 'Back to your text', onClick: () => go() } })
}

function isWriting(): boolean {
  return document.activeElement?.matches('textarea, input, select') ?? false
}
