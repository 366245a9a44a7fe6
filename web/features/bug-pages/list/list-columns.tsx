import { IconColumns3, IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import { type AnyColumn, columnWords, listColumns, usualColumns, versionColumns } from '#shared/bugs/columns.ts'
import { fieldTerm, isFieldTerm } from '#shared/custom-fields/field-name.ts'
import { useLateFields } from '#web/features/search/public.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { useHasParts } from '#web/lib/session/has-parts.ts'
import { useSession } from '#web/lib/session/session.ts'
import { usePreferences } from '#web/lib/session/use-preferences.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { toastFailure } from '#web/ui/notices/toast.ts'
import { Picker } from '#web/ui/overlays/picker.tsx'
import { usePopup } from '#web/ui/overlays/use-popup.ts'

const reset = 'reset'
const resetWords = 'Reset to the usual columns'

/**
 * Chooses which facts the rows show on this account; each choice holds at once. Custom fields are offered where all bugs are
 * of one product.
 * @param props.productIds those of the bugs
 */
export function ListColumns({ productIds }: { productIds: readonly string[] }) {
  const { preferences, products } = useSession()
  const prefer = usePreferences()
  const { isOpen, open, button, popup } = usePopup('dialog')
  const [words, setWords] = useState('')
  const { fields, wantFields } = useLateFields()
  const chosen: readonly AnyColumn[] = preferences.listColumns ?? usualColumns
  const hasParts = useHasParts()
  const isOne = new Set(productIds).size === 1
  const own = fields.filter(({ product, isRetired }) => isOne && !isRetired && product._id === productIds[0])
  const custom = [...new Set([...own.map(({ key }) => fieldTerm(key)), ...chosen.filter(isFieldTerm)])]
  const wordsOf = (column: AnyColumn) =>
    isFieldTerm(column)
      ? ([...own, ...fields].find(({ key }) => fieldTerm(key) === column)?.name ?? column)
      : columnWords(column)
  const offered: readonly AnyColumn[] = listColumns.filter(
    (column) =>
      (column !== 'product' || products.length > 0) &&
      versionColumns.every((name) => name !== column || hasParts(name)),
  )
  const isLike = (text: string) => text.toLowerCase().includes(words.trim().toLowerCase())
  const found = [...offered, ...custom].filter((column) => isLike(wordsOf(column)))
  const canReset = preferences.listColumns !== null && isLike(resetWords)
  function openAll() {
    wantFields()
    open()
  }
  useActions([{ id: 'list.columns', label: 'Choose columns', group: 'List', run: openAll }])

  function toggle(key: string) {
    const all: readonly AnyColumn[] = [...listColumns, ...custom]
    const next = all.filter((column) => (column === key) !== chosen.includes(column))
    const isUsual = next.length === usualColumns.length && usualColumns.every((column) => next.includes(column))
    prefer({ listColumns: key === reset || isUsual ? null : next }).catch((error: unknown) =>
      toastFailure('The columns could not be kept', referenceOf(error), explainError(error).explanation),
    )
  }

  return (
    <>
      <IconButton size={30} aria-label="Columns" title="Choose what the rows show" {...button} onClick={openAll}>
        <IconColumns3 size={18} aria-hidden />
      </IconButton>
      {isOpen && (
        <Picker
          {...popup}
          label="Columns"
          takesSeveral
          hasFew
          words={words}
          onWords={setWords}
          groups={[
            {
              name: 'Columns',
              items: found.map((column) => ({
                key: column,
                words: wordsOf(column),
                isChosen: chosen.includes(column),
              })),
            },
            {
              name: 'All columns',
              items: canReset ? [{ key: reset, words: resetWords, icon: <IconRestore size={16} aria-hidden /> }] : [],
            },
          ].filter(({ items }) => items.length > 0)}
          status={found.length === 0 && !canReset ? 'There is no such column.' : undefined}
          onPick={toggle}
          onClose={() => {
            setWords('')
            popup.onClose()
          }}
        />
      )}
    </>
  )
}
