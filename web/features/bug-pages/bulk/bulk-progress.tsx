import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { bugFields, fieldNames } from '#shared/bugs/fields.ts'
import { shortId } from '#shared/bugs/words.ts'
import type { Bulk, FactRefusal } from '#shared/bulk/contract.ts'
import { bugKeys } from '#web/features/bugs/public.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CloseButton } from '#web/ui/controls/close-button.tsx'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'
import { numberOf } from '#web/ui/text/number-format.ts'
import { bulksQuery, refusalsPerPage, refusalsQuery } from './bulk-queries.ts'
import { begunWords, doneWords, setWords } from './bulk-words.ts'
import { followBulk } from './follow-bulk.ts'
import { beginShowing, dismiss, useShownBulks } from './shown-bulks.ts'
import { takeBack } from './undo-bulk.ts'

/** Shows how the reader's bulk changes go on, also after a reload, and what became of them until that is dismissed. */
export function BulkProgress() {
  const client = useQueryClient()
  const { data = [] } = useQuery(bulksQuery)
  const shownIds = useShownBulks()
  const running = data.filter(({ isFinished }) => !isFinished).map(({ _id }) => _id)
  const runningIds = running.join(' ')
  useEffect(() => {
    for (const bulkId of runningIds.split(' ').filter((id) => id !== '')) {
      beginShowing(bulkId)
      followBulk(client, bulkId).then(
        () => client.invalidateQueries({ queryKey: bugKeys.lists, refetchType: 'none' }),
        () => undefined,
      )
    }
  }, [client, runningIds])
  // One that is being taken back is told by the one that does so.
  const shown = data.filter(({ _id, isFinished, undoneBy }) => !undoneBy && (!isFinished || shownIds.includes(_id)))
  const worth = shown.filter(isWorthShowing)
  const hidden = shown.filter((bulk) => !worth.includes(bulk)).map(({ _id }) => _id)
  return worth.map((bulk) => <BulkNotice key={bulk._id} bulk={bulk} onDismiss={() => dismiss(bulk._id, ...hidden)} />)
}

/** Of those that are done, the last one is enough where nothing was refused. */
function isWorthShowing({ isFinished, refused }: Bulk, index: number): boolean {
  return !isFinished || refused > 0 || index === 0
}

function BulkNotice({ bulk, onDismiss }: { bulk: Bulk; onDismiss: () => void }) {
  const { _id, isFinished, done, total, refused, undoes, abilities } = bulk
  const [isListed, setIsListed] = useState(false)
  const client = useQueryClient()
  const undo = useMutation({ mutationFn: () => takeBack(client, _id) })
  const what = setWords(bulk)
  return (
    <section className="bulk-progress" aria-label="Bulk change">
      <div className="bulk-progress-line">
        <p className="bulk-progress-words">
          <span role="status">{isFinished ? doneWords(bulk) : begunWords(bulk)}</span>
          {!isFinished && `: ${numberOf(done)} done`}
          {what !== '' && <span className="muted"> · {what}</span>}
        </p>
        <div className="bulk-progress-actions">
          {refused > 0 && (
            <Button size="compact" variant="subtle" aria-expanded={isListed} onClick={() => setIsListed(!isListed)}>
              {isListed ? 'Hide' : 'Show'} the {numberOf(refused)} refused
            </Button>
          )}
          {abilities.undo && (
            <Button size="compact" variant="default" loading={undo.isPending} onClick={() => undo.mutate()}>
              {undoes === undefined ? 'Undo' : 'Redo'}
            </Button>
          )}
          {isFinished && <CloseButton size={24} label="Dismiss" onClick={onDismiss} />}
        </div>
      </div>
      {!isFinished && <progress aria-label="Bugs done" max={total} value={done} />}
      {isListed && <Refusals bulk={bulk} />}
    </section>
  )
}

/** What is refused of a custom field names it. */
function refusalWords({ field, message }: FactRefusal): string {
  const name = fieldNames.find((one) => one === field)
  return name ? `${bugFields[name].label}: ${message}` : message
}

/** Which bugs were not changed, and why. */
function Refusals({ bulk: { _id, refused } }: { bulk: Bulk }) {
  const [pages, setPages] = useState(1)
  const { data, error, refetch } = useQuery({
    ...refusalsQuery(_id, pages, refused),
    placeholderData: (before) => before,
  })
  if (!data) {
    return (
      <p role="status" className="muted">
        {error ? explainError(error).explanation : 'Reading …'}{' '}
        {error && <QuietButton onClick={() => void refetch()}>Try again</QuietButton>}
      </p>
    )
  }
  return (
    <ul className="bulk-refusals" aria-label="Refused">
      {data.map(({ bug, refusals }) => (
        <li key={bug._id}>
          <Link to={paths.viewBug(bug._id)}>
            <bdi>{bug.title ?? shortId(bug._id)}</bdi>
          </Link>{' '}
          <span className="muted">{refusals.map(refusalWords).join(' ')}</span>
        </li>
      ))}
      {refused > pages * refusalsPerPage && (
        <li>
          <QuietButton onClick={() => setPages(pages + 1)}>Show more</QuietButton>
        </li>
      )}
    </ul>
  )
}
