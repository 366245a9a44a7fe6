import { bugFields, type PartList } from '#shared/bugs/fields.ts'
import { type CustomField, isChoiceKind, sortableKinds } from '#shared/custom-fields/custom-field.ts'
import { fieldTerm } from '#shared/custom-fields/field-name.ts'
import { fieldOfName } from './field-term.ts'
import { fieldOfPart, isPartTerm, labelsTerms, type TermName, termNames } from './search-query.ts'
import { termNamed, terms, writtenName } from './search-terms.ts'

export interface SearchCompletion {
  /** What an option replaces, in UTF-16 code units: `from` included, `to` not. */
  readonly from: number
  readonly to: number
  /** `text` takes the place of what is replaced; `label` says what it means. */
  readonly options: readonly { readonly text: string; readonly label: string }[]
  /** The part of a person's name that was typed, where the term takes a person; their names are options too. */
  readonly person?: string
  /** The part of a label's name that was typed, where the term takes a label; labels are options too. */
  readonly label?: { readonly begun: string }
  /** The same of the name of a component or version. */
  readonly part?: { readonly begun: string; readonly of: PartList }
}

interface NamedProduct {
  readonly key: string
  readonly name: string
}

/** A custom field that may be meant. */
export type NamedField = Pick<CustomField, 'key' | 'name' | 'kind' | 'choices'>

const personTerms: ReadonlySet<TermName> = new Set(['assignee', 'author', 'commenter'])

/** What may be meant by the values that have no list, as examples. */
const examples: Partial<Record<TermName, readonly (readonly [value: string, label: string])[]>> = {
  created: [
    ['<7d', 'within the last 7 days'],
    ['>7d', 'more than 7 days ago'],
    ['<1m', 'within the last month'],
    ['>1y', 'more than a year ago'],
  ],
  updated: [
    ['<1d', 'within the last day'],
    ['<7d', 'within the last 7 days'],
    ['>30d', 'more than 30 days ago'],
  ],
  closed: [
    ['<7d', 'within the last 7 days'],
    ['>7d', 'more than 7 days ago'],
    ['<1m', 'within the last month'],
  ],
}

/**
 * How the term at the caret may go on: names of terms, then their values. After white space, every name.
 * @param products those that may be meant; without several, nobody has to know that there are any
 * @param fields custom fields that may be meant
 * @returns undefined where only words can follow
 */
export function completeSearch(
  text: string,
  caret: number,
  products: readonly NamedProduct[] = [],
  fields: readonly NamedField[] = [],
): SearchCompletion | undefined {
  const before = text.slice(0, caret)
  if (isQuoted(before)) return undefined
  const [, lead = '', typed = ''] = /(?:^|\s)(\(*-?\(*)((?:[a-z0-9.-]*:"[^"]*|[^\s"()]*))$/i.exec(before) ?? []
  if (lead === '' && typed === '' && !/(?:^|\s)$/.test(before)) return undefined
  const from = caret - typed.length
  const to = caret + (/^[^\s()"]*/.exec(text.slice(caret))?.[0].length ?? 0)
  const colon = typed.indexOf(':')
  const field = colon < 0 ? undefined : fieldOfName(typed.slice(0, colon))
  if (field !== undefined)
    return fieldCompletion(
      typed.slice(colon + 1),
      { from, to },
      fields.filter(({ key }) => key === field),
    )
  const name = colon < 0 ? undefined : termNamed(typed.slice(0, colon))
  if (colon >= 0 && !name) return undefined
  const options = name
    ? valuesOf(name, typed.slice(colon + 1), { products, fields })
    : namesLike(typed, products, fields)
  const person = name && personTerms.has(name) ? typed.slice(colon + 1).replace(/^"/, '') : undefined
  const begun = name && labelsTerms.has(name) ? typed.slice(colon + 1).replace(/^"/, '') : undefined
  const asked = name && isPartTerm(name) ? fieldOfPart[name] : undefined
  const part = asked && {
    begun: typed.slice(colon + 1).replace(/^"/, ''),
    of: bugFields[asked].of,
  }
  if (options.length === 0 && person === undefined && begun === undefined && part === undefined) return undefined
  return {
    from,
    to,
    options,
    ...(person !== undefined && !person.startsWith('@') && { person }),
    ...(begun !== undefined && { label: { begun } }),
    ...(part && { part }),
  }
}

/** How a term of a custom field may go on. @param named the fields of this key, of several products */
function fieldCompletion(
  typed: string,
  place: Pick<SearchCompletion, 'from' | 'to'>,
  named: readonly NamedField[],
): SearchCompletion | undefined {
  const [first] = named
  if (!first) return undefined
  const start = typed.toLowerCase().replace(/^"/, '')
  const isPerson = named.some(({ kind }) => kind === 'person')
  const known = new Map([
    ...named.flatMap(({ kind, choices }) => (isChoiceKind(kind) ? choices.map((one) => [one, one] as const) : [])),
    ...(named.some(({ kind }) => kind === 'yes-no') ? (['yes', 'no'] as const).map((one) => [one, one] as const) : []),
    ...(isPerson ? [['@me', 'you'] as const] : []),
    ['none', `without ${first.name}`] as const,
  ])
  const options = [...known]
    .filter(([value]) => value.toLowerCase().startsWith(start))
    .map(([value, label]) => ({ text: `field.${first.key}:${writtenName(value)}`, label }))
  if (options.length === 0 && !isPerson) return undefined
  return { ...place, options, ...(isPerson && !start.startsWith('@') && { person: start }) }
}

function namesLike(typed: string, products: readonly NamedProduct[], fields: readonly NamedField[]) {
  const start = typed.toLowerCase()
  const custom = new Map(fields.map(({ key, name }) => [`field.${key}:`, name]))
  const ofFields = [...custom].map(([text, label]) => ({ text, label })).filter(({ text }) => text.startsWith(start))
  const own = termNames
    .filter((name) => name !== 'product' || products.length > 0)
    .filter((name) => name.startsWith(start))
    .map((name) => ({ text: `${name}:`, label: terms[name].label }))
  return [...own, ...ofFields]
}

function valuesOf(
  name: TermName,
  typed: string,
  { products, fields }: { readonly products: readonly NamedProduct[]; readonly fields: readonly NamedField[] },
) {
  const start = typed.toLowerCase().replace(/^"/, '')
  if (name === 'product') {
    const isMeant = (product: NamedProduct) =>
      [product.key, product.name].some((one) => one.toLowerCase().startsWith(start))
    return products.filter(isMeant).map((product) => ({ text: `product:${product.key}`, label: product.name }))
  }
  const known = examples[name] ?? terms[name].values.map((value) => [value, labelOf(name, value)] as const)
  const sorting = name === 'sort' ? fields.filter(({ kind }) => sortableKinds.has(kind)) : []
  const ofFields = new Map(sorting.map(({ key, name: label }) => [fieldTerm(key), label]))
  return [...known, ...ofFields]
    .filter(([value]) => value.replace(/^"/, '').startsWith(start))
    .map(([value, label]) => ({ text: `${name}:${value}`, label }))
}

function labelOf(name: TermName, value: string): string {
  if (value === '@me') return 'you'
  if (value === 'none') return isPartTerm(name) ? 'none' : 'nobody'
  const plain = value.replaceAll('"', '')
  return name === 'is' && (value === 'followed' || value === 'snoozed') ? `${value} by you` : plain
}

/** Whether the text ends inside a quotation that is no value of a term. */
function isQuoted(before: string): boolean {
  const open = /(?:^|[\s(-])"[^"]*$/.exec(before.replaceAll(/(?:^|[\s(-])(?:[a-z0-9.-]+:)?"[^"]*"/gi, ' '))
  return open !== null
}
