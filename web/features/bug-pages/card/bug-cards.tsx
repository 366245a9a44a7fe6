import { useMemo, useRef, useState } from 'react'
import { type AnyColumn, usualColumns } from '#shared/bugs/columns.ts'
import { isFieldTerm } from '#shared/custom-fields/field-name.ts'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { useShownBugs } from '#web/features/bugs/public.ts'
import { useSession } from '#web/lib/session/session.ts'
import '#web/ui/lists/cards.css'
import { FactPickers } from '../facts/fact-pickers.tsx'
import { mayBeSelected } from '../select/bulk-facts.ts'
import { isEmpty, isSelected, useSelection } from '../select/selection.ts'
import { BugCard } from './bug-card.tsx'
import { BugRow, type FieldsOfRow, moreColumns } from './bug-row.tsx'
import type { ListForm } from './list-form.ts'
import { useCardLinks } from './use-card-links.ts'

const LateFieldColumns = lazyPart(async () => (await import('./field-columns.tsx')).FieldColumns)

/** The cards of one page. What a hundred cards would each listen to or subscribe to is done here once. */
export function BugCards({
  bugs,
  form,
  isBusy,
  hasKeys,
  showsWait,
  left,
}: {
  bugs: readonly BugListItem[]
  /** Ids of those that the list no longer finds, and still shows. */
  left: ReadonlySet<string>
  form: ListForm
  isBusy: boolean
  /** Whether keys that set facts are for the bug that has the focus. */
  hasKeys: boolean
  /** Whether the list is about who has waited the longest. */
  showsWait: boolean
}) {
  const shown = useShownBugs(bugs)
  const links = useCardLinks()
  const list = useRef<HTMLUListElement>(null)
  const selection = useSelection()
  const { products, hasForms, preferences } = useSession()
  const columns = useMemo(() => new Set<AnyColumn>(preferences.listColumns ?? usualColumns), [preferences.listColumns])
  const hasFields = form === 'compact' && hasForms && [...columns].some(isFieldTerm)
  const [fieldsOf, setFieldsOf] = useState<FieldsOfRow>()
  const without = (['assignee', 'comments', 'created'] as const).filter((column) => !columns.has(column))

  function focused() {
    const card = document.activeElement?.closest<HTMLElement>('[data-bug]')
    return list.current?.contains(card ?? null) ? shown.find(({ _id }) => _id === card?.dataset['bug']) : undefined
  }

  return (
    <>
      {hasFields && <LateFieldColumns plain={null} part={{ columns, onShow: setFieldsOf }} />}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/mouse-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has the links themselves */}
      <ul
        ref={list}
        className="cards"
        aria-label="Bugs"
        aria-busy={isBusy}
        data-selecting={!isEmpty(selection) || undefined}
        data-more={moreColumns.some((column) => columns.has(column)) || undefined}
        data-without={without.join(' ') || undefined}
        {...links}
      >
        {shown.map((bug) => {
          const isOn = mayBeSelected(bug, products, hasForms) ? isSelected(selection, bug._id) : undefined
          return form === 'compact' ? (
            <BugRow
              key={bug._id}
              bug={bug}
              isSelected={isOn}
              showsWait={showsWait}
              hasLeft={left.has(bug._id)}
              columns={columns}
              fieldsOf={hasFields ? fieldsOf : undefined}
            />
          ) : (
            <BugCard key={bug._id} bug={bug} showsWait={showsWait} hasLeft={left.has(bug._id)} isSelected={isOn} />
          )
        })}
      </ul>
      <FactPickers
        area={list}
        bugs={shown}
        inWork={focused}
        isList
        hasKeys={hasKeys}
        isSelecting={!isEmpty(selection)}
      />
    </>
  )
}
