import { useNavigate } from '@tanstack/react-router'
import { useActions } from '#web/lib/keys/actions.ts'
import { paths } from '#web/lib/paths.ts'
import { useViews } from './use-views.ts'

/** Offers every view wherever one is. */
export function ViewActions() {
  const navigate = useNavigate()
  useActions(
    useViews().map(({ _id, name }) => ({
      id: `view.${_id}`,
      label: `Bugs: ${name}`,
      group: 'Go to' as const,
      href: `${paths.bugList}?view=${encodeURIComponent(_id)}`,
      run: () => void navigate({ to: paths.bugList, search: { view: _id } }),
    })),
  )
  return null
}
