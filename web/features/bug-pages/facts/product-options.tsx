import { IconPackage } from '@tabler/icons-react'
import { useSession } from '#web/lib/session/session.ts'
import { narrowed } from './choice-options.tsx'
import type { FactOption, FoundOptions } from './fact-option.ts'

/** Finds the products to which bugs may be moved, by their names and keys. */
export function useProductOptions(words: string): FoundOptions {
  const { products } = useSession()
  const options = products
    .filter(({ isArchived }) => !isArchived)
    .map(({ _id, key, name, icon }): FactOption => ({
      key: _id,
      words: name,
      icon: productIcon(icon),
      hint: key,
      value: _id,
      // Its number there is known when it is moved.
      shown: { product: { _id, key, name } },
    }))
  const typed = words.trim().toLowerCase()
  const byKey = options.filter(({ hint }) => typed !== '' && hint?.toLowerCase().startsWith(typed))
  const byName = narrowed(options, words).filter((option) => !byKey.includes(option))
  return { groups: [{ name: 'Products', items: [...byKey, ...byName] }], isSearching: false, error: null }
}

/** @param icon that of a product; empty for none */
export const productIcon = (icon: string) =>
  icon === '' ? <IconPackage size={18} stroke={1.5} aria-hidden /> : <span aria-hidden>{icon}</span>
