import type { ProductChoice } from '#shared/products/product-reference.ts'

/** Returns products as the options of a select, by their keys. @param all the option for all of them */
export function productOptions(products: readonly ProductChoice[], all: string) {
  return [
    { value: '', label: all },
    ...products.map(({ key, name, icon, isArchived }) => ({
      value: key,
      label: `${icon === '' ? '' : `${icon} `}${name}${isArchived ? ' (archived)' : ''}`,
    })),
  ]
}
