import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { BugListItem } from '#shared/bugs/contract.ts'
import type { BulkName } from '#shared/bugs/fields.ts'
import { type BulkOrder, maxBulkBugs, maxBulkIds } from '#shared/bulk/contract.ts'
import { CallError } from '#web/lib/call-error.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { randomUuid } from '#web/lib/drafts/random-uuid.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { useSession } from '#web/lib/session/session.ts'
import { CloseButton } from '#web/ui/controls/close-button.tsx'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { toastFailure } from '#web/ui/notices/toast.ts'
import { numberOf } from '#web/ui/text/number-format.ts'
import { assigneeOf, type FactOption } from '../facts/fact-option.ts'
import { factOfMany } from '../select/bulk-facts.ts'
import { type Move, MovesQuestion } from '../facts/moves-question.tsx'
import { PrivacyQuestion } from '../facts/privacy-question.tsx'
import { isAboutList } from '../select/select-box.tsx'
import { currentSelection, type Selection } from '../select/selection.ts'
import { bugsWords } from './bulk-words.ts'
import { type ChangeOfMany, changeBugs } from './change-bugs.ts'
import { type AskedFact, FactButton } from './fact-button.tsx'
import { LateFieldsButton } from './late-fields-button.tsx'

export interface BulkBarProps {
  readonly selection: Selection
  /** What the reader may set. */
  readonly facts: readonly BulkName[]
  /** They may set custom fields, too. */
  readonly hasCustom: boolean
  /** The search of the list. */
  readonly query: BulkOrder['query']
  /** The bugs on the page of the list. */
  readonly shown: readonly BugListItem[]
  /** How many the search finds. */
  readonly total: number
  /** What is to be opened at once. */
  readonly asked: AskedFact | undefined
  readonly onAsked: () => void
  readonly onSelectPage: () => void
  readonly onSelectAll: () => void
  readonly onClear: () => void
}

/** Changes all bugs that are selected. */
export function BulkBar({
  selection,
  facts,
  hasCustom,
  query,
  shown,
  total,
  asked,
  onAsked,
  onSelectPage,
  onSelectAll,
  onClear,
}: BulkBarProps) {
  const client = useQueryClient()
  const [stale, setStale] = useState<{ readonly change: ChangeOfMany; readonly found: number }>()
  const changes = useRef<HTMLDivElement>(null)
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => void (isThere.current = false)
  }, [])
  const { ids, total: allOf } = selection
  const shownIds = shown.map(({ _id }) => _id)
  const isPage = allOf !== undefined || shownIds.every((id) => ids.has(id))
  const isTooMany = allOf === undefined && ids.size > maxBulkIds
  const [first] = ids

  const { userId = '', name, parts } = useSession()
  const [move, setMove] = useState<Move>()
  const [hide, setHide] = useState<{ readonly onHide: () => void }>()
  useActions([
    {
      id: 'bug.assign-to-me',
      label: 'Assign the selected bugs to me',
      group: 'List',
      keys: 'i',
      isEnabled: facts.includes('assignee') && !isTooMany,
      run: () => {
        if (!isAboutList()) return false
        choose('assignee', assigneeOf({ _id: userId, fullName: name }))
        return true
      },
    },
    {
      id: 'bulk.change',
      label: 'Change the selected bugs',
      group: 'List',
      keys: 'b',
      run: () => {
        changes.current?.querySelector('button')?.focus()
        return changes.current !== null
      },
    },
  ])

  const bugs = () => (allOf === undefined ? { ids: [...ids] } : { query, total: allOf })

  function set(what: Omit<ChangeOfMany, 'bugs' | 'shownIds' | 'requestKey'>) {
    const shownNow = allOf === undefined ? ids : new Set(shownIds)
    send({ bugs: bugs(), shownIds: shownNow, ...what, requestKey: randomUuid() })
  }

  function choose(
    field: BulkName,
    { value, words, shown: one, shownOf }: Pick<FactOption, 'value' | 'words' | 'shown' | 'shownOf'>,
  ) {
    const called = factOfMany(field)
    const change = () => set({ field, called, value, words, shown: (shownOf ?? one) as ChangeOfMany['shown'] })
    if (field === 'isPrivate' && value === true) return setHide({ onHide: change })
    if (field !== 'product' || typeof value !== 'string' || parts.length === 0) return change()
    const meant = bugs()
    const which = meant.ids ? { ids: meant.ids } : { query: meant.query ?? {} }
    setMove({ product: { _id: value, name: words }, bugs: which, onMove: change })
  }

  function send(change: ChangeOfMany) {
    changeBugs(client, change, {
      // Who is meant by a search is another question after it; what was selected meanwhile stays.
      onBegun: () => change.bugs.ids === undefined && currentSelection() === selection && onClear(),
      onFailed: (error) => {
        const found = totalIn(error)
        if (found !== undefined && isThere.current) return setStale({ change, found })
        const why = found === undefined ? explainError(error).explanation : `${bugsWords(found)} are found now.`
        const again = { label: 'Try again', onClick: () => send(change) }
        toastFailure('The bugs were not changed', referenceOf(error), why, found === undefined ? again : undefined)
      },
    })
  }

  return (
    <section className="bulk-bar" aria-label="Selected bugs">
      <p className="bulk-bar-count" role="status">
        {allOf === undefined ? `${numberOf(ids.size)} selected` : `All ${numberOf(allOf)} found`}
      </p>
      {!isPage && <QuietButton onClick={onSelectPage}>Select all on this page</QuietButton>}
      {isPage && allOf === undefined && total > shownIds.length && total <= maxBulkBugs && (
        <QuietButton onClick={onSelectAll}>Select all {numberOf(total)} found</QuietButton>
      )}
      {isTooMany ? (
        <p className="muted">At most {numberOf(maxBulkIds)} are changed at once.</p>
      ) : (
        <div ref={changes} className="bulk-bar-facts" role="group" aria-label="Change the selected bugs">
          {facts.map((name) => (
            <FactButton
              key={name}
              name={name}
              bugId={first ?? shownIds[0] ?? ''}
              asked={asked}
              onAsked={onAsked}
              onChoose={(option) => choose(name, option)}
            />
          ))}
          {hasCustom && (
            <LateFieldsButton plain={null} part={{ bugs: shown, selection, count: allOf ?? ids.size, onSet: set }} />
          )}
        </div>
      )}
      <CloseButton size={32} label="Clear the selection" onClick={onClear} />
      {move && <MovesQuestion {...move} onClose={() => setMove(undefined)} />}
      {hide && (
        <PrivacyQuestion
          count={allOf ?? ids.size}
          onConfirm={() => {
            setHide(undefined)
            hide.onHide()
          }}
          onCancel={() => setHide(undefined)}
        />
      )}
      {stale && (
        <ConfirmDialog
          title={`${bugsWords(stale.found)} ${stale.found === 1 ? 'is' : 'are'} found now`}
          confirm={`Change all ${numberOf(stale.found)}`}
          onConfirm={() => {
            setStale(undefined)
            const bugs = { ...stale.change.bugs, total: stale.found }
            send({ ...stale.change, bugs, requestKey: randomUuid() })
          }}
          onCancel={() => setStale(undefined)}
        >
          {numberOf(stale.change.bugs.total ?? 0)} were found when you selected all. Nothing is changed yet. Change{' '}
          {stale.change.called} of all {numberOf(stale.found)} to {stale.change.words}?
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Returns how many bugs a search finds by now, from the refusal of a bulk change that has seen another number. */
function totalIn(error: unknown): number | undefined {
  if (!(error instanceof CallError) || error.code !== 'conflict') return undefined
  return (error.body as { conflict?: { total?: number } } | undefined)?.conflict?.total
}
