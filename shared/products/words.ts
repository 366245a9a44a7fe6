/** The product that is there from the start. */
export const firstProductKey = 'BUG'

export const maxProductNameLength = 60
export const maxProductDescriptionLength = 1_000
/** An emoji may be several characters. */
export const maxProductIconLength = 16

/** What a product's key is made of; it stands before the numbers of its bugs. */
export const productKeyPattern = /^[A-Z][A-Z0-9]{1,9}$/

/** The same as people may write it. */
export const namedProductPattern = /^[A-Za-z][A-Za-z0-9]{1,9}$/

/** Whether a text can be a product's key, whatever its case. */
export const isProductKey = (text: string): boolean => namedProductPattern.test(text)

const bugKey = /^([a-z][a-z0-9]{1,9})-([1-9][0-9]{0,8})$/i

/** A bug's number in a product, as its key names it. */
export interface NamedBug {
  readonly productKey: string
  readonly number: number
}

/** Returns what a text that is the key of a bug names, whatever its case; undefined for any other text. */
export function readBugKey(text: string): NamedBug | undefined {
  const [, product, number] = bugKey.exec(text) ?? []
  return product === undefined ? undefined : { productKey: product.toUpperCase(), number: Number(number) }
}

export const bugKeyOf = (productKey: string, number: number): string => `${productKey}-${number}`

/** What people read in place of a component or version of a product that they may not see. */
export const hiddenPart = 'one you can’t see'

/** What people read in place of a product that they may not see. */
export const hiddenProduct = 'a product you can’t see'
