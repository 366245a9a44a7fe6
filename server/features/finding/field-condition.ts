import type { FieldSeen } from '#server/features/custom-fields/public.ts'
import { readDateRange } from '#shared/search/date-range.ts'
import { fieldAskedOf, readNumberRange } from '#shared/search/field-term.ts'
import { type RawBuilder, sql } from 'kysely'

type Condition = RawBuilder<boolean>

/** What is known of the custom fields that terms name, and of the people whom they mean. */
interface Known {
  /** The fields of the products that the caller may see. */
  readonly fields: readonly FieldSeen[]
  /** By what stands in the term. */
  readonly people: ReadonlyMap<string, readonly string[]>
  readonly now: Date
}

/**
 * What a term asks of a custom field. Products may have fields of different kinds under one key: each is asked in its way. One
 * that no product has which the caller may see finds nothing.
 * @param asked as the node holds it
 */
export function fieldCondition(asked: string, { fields, people, now }: Known): Condition {
  const { key, value } = fieldAskedOf(asked) ?? { key: '', value: '' }
  const named = fields.filter((field) => field.key === key)
  if (named.length === 0) return sql`false`
  if (value.toLowerCase() === 'none') {
    const products = named.map(({ productNumber }) => productNumber)
    return sql`b.product_number = any(${products}::smallint[])
      and b.id not in (select v.bug_id from bug_field_values v where v.key = ${key})`
  }
  return sql`b.id in (select v.bug_id from bug_field_values v where v.key = ${key} and ${valueAsked(asked, { fields, people, now })})`
}

/** What a term asks of the value `v` of its field: what holds for none where it asks for bugs without one. */
export function valueAsked(asked: string, { fields, people, now }: Known): Condition {
  const { key, value } = fieldAskedOf(asked) ?? { key: '', value: '' }
  if (value.toLowerCase() === 'none') return sql`false`
  const kinds = new Set(fields.filter((field) => field.key === key).map(({ kind }) => kind))
  const conditions = [...kinds].flatMap((kind) => valueCondition(kind, value, people.get(value) ?? [], now) ?? [])
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/** What must hold for a row of `bug_field_values`; undefined for a value that the kind does not know. */
function valueCondition(
  kind: FieldSeen['kind'],
  value: string,
  people: readonly string[],
  now: Date,
): Condition | undefined {
  switch (kind) {
    case 'number': {
      const range = readNumberRange(value)
      return range && bounds(sql`v.quantity`, range)
    }
    case 'date': {
      const range = readDateRange(value.toLowerCase(), now)
      return (
        range &&
        bounds(sql`v.word`, { from: range.from && dayOf(range.from), to: range.to && dayOf(range.to), isUnder: true })
      )
    }
    case 'person':
      return sql`v.word = any(${people}::text[])`
    case 'yes-no':
      return sql`v.word = ${answers[value.toLowerCase()] ?? ''}`
    case 'choice':
    case 'choices':
      return sql`v.word = lower(${value})`
    default:
      // As much as the index holds.
      return sql`v.word ^@ left(lower(${value}), 100)`
  }
}

const answers: Readonly<Record<string, string>> = { yes: 'true', true: 'true', no: 'false', false: 'false' }

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

interface Bounds {
  readonly from?: string | number | undefined
  readonly to?: string | number | undefined
  readonly isOver?: boolean | undefined
  readonly isUnder?: boolean | undefined
}

function bounds(column: RawBuilder<unknown>, { from, to, isOver, isUnder }: Bounds): Condition {
  const lower =
    from === undefined ? [] : [isOver ? sql<boolean>`${column} > ${from}` : sql<boolean>`${column} >= ${from}`]
  const upper = to === undefined ? [] : [isUnder ? sql<boolean>`${column} < ${to}` : sql<boolean>`${column} <= ${to}`]
  return sql`(${sql.join([...lower, ...upper], sql` and `)})`
}
