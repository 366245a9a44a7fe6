import { bugFields, type PartName } from '#shared/bugs/fields.ts'
import { useSession } from './session.ts'

/**
 * Returns whether a field has anything to be set to. Where no product has components or versions, nobody meets the words.
 * @returns asked about one product, or about all with undefined
 */
export function useHasParts(): (name: PartName, productId?: string) => boolean {
  const { parts } = useSession()
  return (name, productId) =>
    parts.some((own) => (productId ?? own.productId) === own.productId && own.lists.includes(bugFields[name].of))
}
