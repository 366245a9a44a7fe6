import { IconFlag, IconMinus, IconPuzzle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { bugFields, type PartList, type PartName } from '#shared/bugs/fields.ts'
import { type Part, partsByName, partsLike, partsQuery } from '#web/features/parts/public.ts'
import type { FactOption, FoundOptions } from './fact-option.ts'

/**
 * Finds the components or versions that a bug may have, by their names.
 * @param productId that of the bug; undefined for several bugs, each of which gets the one of its own product
 */
export function usePartOptions(words: string, name: PartName, productId: string | undefined): FoundOptions {
  const { of } = bugFields[name]
  const { data, isPending, error } = useQuery(partsQuery)
  const all: readonly Part[] = data?.[of] ?? []
  const own = all.filter((part) => !part.isArchived && (productId ?? part.productId) === part.productId)
  const items = partsLike(productId === undefined ? partsByName(own) : own, words).map((part): FactOption => ({
    key: part._id,
    words: part.name,
    icon: partIcon(of),
    hint: hintOf(part),
    value: part._id,
    shown: { [name]: { _id: part._id, name: part.name } },
  }))
  const groups = [{ name: of === 'components' ? 'Components' : 'Versions', items }]
  const isNone = `no ${of === 'components' ? 'component' : 'version'}`.includes(words.trim().toLowerCase())
  return {
    groups: isNone && data ? [...groups, { name: 'None', items: [none(name)] }] : groups,
    isSearching: isPending,
    error,
  }
}

export const partIcon = (of: PartList) =>
  of === 'components' ? (
    <IconPuzzle size={18} stroke={1.5} aria-hidden />
  ) : (
    <IconFlag size={18} stroke={1.5} aria-hidden />
  )

const none = (name: PartName): FactOption => ({
  key: 'none',
  words: bugFields[name].of === 'components' ? 'No component' : 'No version',
  icon: <IconMinus size={18} stroke={1.5} aria-hidden />,
  value: null,
  shown: { [name]: null },
})

function hintOf(part: Part): string | undefined {
  if (!('dueOn' in part)) return undefined
  return part.isReleased ? 'released' : (part.dueOn ?? undefined)
}
