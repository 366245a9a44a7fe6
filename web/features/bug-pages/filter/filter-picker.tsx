import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { bugFields, type PartName, partNames } from '#shared/bugs/fields.ts'
import { useFields } from '#web/features/custom-fields/public.ts'
import { labelsQuery } from '#web/features/labels/public.ts'
import { type Part, partsByName, partsQuery } from '#web/features/parts/public.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { useHasParts } from '#web/lib/session/has-parts.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import type { TypedAhead } from '#web/ui/late/use-typed-ahead.ts'
import { Picker } from '#web/ui/overlays/picker.tsx'
import type { FilterDraft } from './filter-draft.ts'
import { filterOptions, nameIn } from './filter-options.tsx'
import { nameKey, suggestedQuery } from './people-query.ts'

/** Milliseconds without another key press after which the server is asked for people. */
const pause = 120

type Place = Pick<ComponentProps<typeof Picker>, 'id' | 'anchor' | 'onClose'>

/**
 * Lists every filter by its words, and narrows them to what is typed.
 * @param props.draft what the list is narrowed by already
 * @param props.typed what was typed before it was there
 */
export function FilterPicker({
  draft,
  typed,
  onAdd,
  ...place
}: Place & { draft: FilterDraft; typed: TypedAhead; onAdd: (part: Partial<FilterDraft>) => void }) {
  const client = useQueryClient()
  const { products } = useSession()
  const hasParts = useHasParts()
  const [words, setWords] = useState(typed.words)
  const fields = useFields().filter(
    ({ isRetired, product }) => !isRetired && (products.length === 0 || draft.product === product.key),
  )
  const name = nameIn(words, fields)
  const settled = useDebounced(name, pause)
  const isSettled = settled === name
  const labels = useQuery(labelsQuery)
  const shownParts = partNames.filter((one) => hasParts(one))
  const parts = useQuery({ ...partsQuery, enabled: shownParts.length > 0 })
  const people = useQuery({ ...suggestedQuery(settled), enabled: settled !== '' })

  const partsOf = (one: PartName): readonly string[] => {
    const all: readonly Part[] = parts.data?.[bugFields[one].of] ?? []
    const productId = products.find(({ key }) => key === draft.product)?._id
    return partsByName(all.filter((part) => (productId ?? part.productId) === part.productId)).map((part) => part.name)
  }
  const found = name !== '' && isSettled ? (people.data ?? []) : []
  const groups = filterOptions(draft, words, {
    labels: labels.data ?? [],
    parts: Object.fromEntries(shownParts.map((one) => [one, partsOf(one)])),
    products,
    fields,
    people: found,
  })
  const isSearching = name !== '' && (!isSettled || people.isFetching)
  const error = labels.error ?? parts.error ?? (name === '' ? null : people.error)
  const nothing = isSearching ? 'Searching …' : 'No filter has this name. To search for words, use the search field.'

  function pick(key: string) {
    const chosen = groups.flatMap(({ items }) => items).find((one) => one.key === key)
    if (!chosen || chosen.isCurrent) return
    // So that the chip need not ask what they are called.
    for (const { _id, fullName } of found) client.setQueryData(nameKey(_id), fullName)
    onAdd(chosen.part)
  }

  return (
    <Picker
      {...place}
      label="Add a filter"
      isWide
      words={words}
      onWords={setWords}
      isSent={typed.isSent}
      groups={groups}
      isSearching={isSearching}
      status={error ? explainError(error).explanation : groups.length === 0 ? nothing : undefined}
      onPick={pick}
    />
  )
}
