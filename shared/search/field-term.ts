/*
 * Terms that ask for custom fields, `field.key:value`. What a product calls its fields is not known here: what a value can be is
 * known to whoever asks.
 */

/** Terms of custom fields alone, with spaces between them. */
export const fieldTermsPattern = /^(\s*field\.[a-z][a-z0-9-]*:("[^"]+"|[^\s"()]+)(?=\s|$))+\s*$/

/** What a term asks of a custom field. */
export interface FieldAsked {
  readonly key: string
  readonly value: string
}

/** Returns the key of the custom field that the name of a term stands for. */
export function fieldOfName(name: string): string | undefined {
  const [, key] = /^field\.([a-z][a-z0-9-]*)$/i.exec(name) ?? []
  return key?.toLowerCase()
}

/** Reads the value of a node: the key, a colon, and what is asked. @returns undefined where nothing is asked */
export function fieldAskedOf(value: string): FieldAsked | undefined {
  const colon = value.indexOf(':')
  const asked = value.slice(colon + 1).trim()
  return colon > 0 && asked !== '' ? { key: value.slice(0, colon), value: asked } : undefined
}

/** Returns what each of some terms asks, by the keys, without quotes. */
export function fieldsAskedIn(terms: string): ReadonlyMap<string, string> {
  const found = terms.matchAll(/field\.([a-z][a-z0-9-]*):(?:"([^"]+)"|([^\s"()]+))/g)
  return new Map([...found].map(([, key = '', quoted, plain = '']) => [key, quoted ?? plain]))
}

/** Returns the terms that ask this, for `fieldsAskedIn`; empty for nothing. */
export function fieldTermsOf(asked: ReadonlyMap<string, string>): string {
  const terms = [...asked].map(([key, value]) => [key, value.replaceAll('"', '').trim()] as const)
  return terms
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `field.${key}:${/[\s()]/.test(value) ? `"${value}"` : value}`)
    .join(' ')
}

/** The value of a node as it is kept in it. */
export function readFieldAsked(value: string): string | undefined {
  const asked = fieldAskedOf(value)
  return asked && `${asked.key}:${asked.value}`
}

/** A range of numbers, either end open; `isOver` and `isUnder`: without the end itself. */
export interface NumberRange {
  readonly from?: number
  readonly to?: number
  readonly isOver?: boolean
  readonly isUnder?: boolean
}

const number = String.raw`-?\d+(?:\.\d+)?`
const compared = new RegExp(`^(<=|>=|<|>)?(${number})$`)
const span = new RegExp(`^(${number})?\\.\\.(${number})?$`)

/** Reads what is asked of a number: `5`, `>5`, `<=5`, `1..5`, `..5`. @returns undefined when it is none of these */
export function readNumberRange(value: string): NumberRange | undefined {
  const [, sign, only] = compared.exec(value) ?? []
  if (only !== undefined) {
    const bound = Number(only)
    if (sign === undefined) return { from: bound, to: bound }
    if (sign.startsWith('>')) return { from: bound, isOver: sign === '>' }
    return { to: bound, isUnder: sign === '<' }
  }
  const [whole, first, last] = span.exec(value) ?? []
  if (whole === undefined || (first === undefined && last === undefined)) return undefined
  return { ...(first !== undefined && { from: Number(first) }), ...(last !== undefined && { to: Number(last) }) }
}
