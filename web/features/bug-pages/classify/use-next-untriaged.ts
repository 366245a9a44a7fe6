import { useNavigate } from '@tanstack/react-router'
import { listBugs } from '#shared/bugs/contract.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { paths } from '#web/lib/paths.ts'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'

/** Bugs that were already looked at: they come again only when nothing else is left. */
const seen = new Set<string>()

/** Goes on to the newest open bug that nobody has classified yet. @returns the same, for a button */
export function useNextUntriaged(bugId: string): () => void {
  const navigate = useNavigate()

  async function go() {
    seen.add(bugId)
    try {
      const query = { classification: 'unclassified', closed: 'false', pageSize: '50' } as const
      const others = (await call(listBugs, { query })).result.filter(({ _id }) => _id !== bugId)
      const next = others.find(({ _id }) => !seen.has(_id)) ?? others[0]
      if (next) void navigate({ to: paths.classifyBug(next._id) })
      else toastSuccess('No other open bug is unclassified')
    } catch (error) {
      toastFailure('The next bug could not be found', referenceOf(error), explainError(error).explanation)
    }
  }

  useActions([
    { id: 'bug.next-untriaged', label: 'Next untriaged bug', group: 'This bug', keys: 'n', run: () => void go() },
  ])
  return () => void go()
}
