import { between, pick, type Random } from '#bench/random.ts'
import type * as z from 'zod/mini'

type Schema = z.ZodMiniType

/** Values that fit a field by its name: ids of real records, accounts, words of the texts. */
export type Pools = Readonly<Record<string, readonly string[]>>

/** What is read of a schema; its own types state only its kind. */
interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly innerType?: Schema
  readonly element?: Schema
  readonly in?: Schema
  readonly out?: Schema
  readonly options?: readonly Schema[]
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly checks?: readonly { readonly _zod: { readonly def: { check: string; maximum?: number; value?: number } } }[]
}

export function definitionOf(schema: Schema): Definition {
  return (schema as unknown as { def: Definition }).def
}

/** Returns the schemas of an object's fields; none for anything else. */
export function fieldsOf(schema: Schema | undefined): Readonly<Record<string, Schema>> {
  return (schema && definitionOf(schema).shape) ?? {}
}

/**
 * Returns a value that a schema accepts, or nearly always: rules about two fields at once are unknown here. Optional
 * fields are sometimes left out.
 * @param name of the field, which tells what kind of text it needs
 */
export function validValue(schema: Schema, name: string, random: Random, pools: Pools): unknown {
  const def = definitionOf(schema)
  const inner = (next: Schema | undefined) => (next ? validValue(next, name, random, pools) : undefined)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {})
          .map(([key, field]) => [key, validValue(field, key, random, pools)] as const)
          .filter(([, value]) => value !== undefined),
      )
    case 'optional':
      return random() < 0.4 ? undefined : inner(def.innerType)
    case 'nullable':
      return random() < 0.3 ? null : inner(def.innerType)
    case 'pipe':
      return inner(def.in && definitionOf(def.in).type === 'transform' ? def.out : def.in)
    case 'union':
      return inner(pick(random, def.options ?? []))
    case 'literal':
      return pick(random, def.values ?? [])
    case 'enum':
      return pick(random, Object.values(def.entries ?? {}))
    case 'array':
      return Array.from({ length: between(random, 0, 3) }, () => inner(def.element))
    case 'boolean':
      return random() < 0.5
    case 'number':
      return between(random, limit(def, 'greater_than') ?? 0, Math.min(limit(def, 'less_than') ?? 50, 50))
    default:
      return validText(name, limit(def, 'max_length') ?? 60, isNumeric(def), random, pools)
  }
}

function limit({ checks = [] }: Definition, check: string): number | undefined {
  const found = checks.find(({ _zod }) => _zod.def.check === check)?._zod.def
  return found?.maximum ?? found?.value
}

/** A whole number in a query is the only text of a fixed form without a name of its own. */
const isNumeric = ({ checks = [] }: Definition) => checks.length === 1 && checks[0]?._zod.def.check === 'string_format'

function validText(name: string, max: number, numeric: boolean, random: Random, pools: Pools): string {
  const pool = pools[name]
  if (pool && pool.length > 0 && random() < 0.85) return pick(random, pool)
  if (numeric) return String(between(random, 1, 30))
  return someWords(random, pools, max)
}

/** Returns words as people type them, mixed with the special characters of texts and searches. */
function someWords(random: Random, pools: Pools, max: number): string {
  const words = Array.from({ length: between(random, 1, 12) }, () =>
    random() < 0.75 ? pick(random, pools['words'] ?? ['word']) : pick(random, marks(pools, random)),
  )
  return (
    words
      .join(' ')
      .slice(0, max)
      .replace(/[\ud800-\udbff]$/, '') || 'w'
  )
}

const marks = (pools: Pools, random: Random) => [
  `![x](attachment:${pick(random, pools['attachmentId'] ?? ['f'])})`,
  `#${(pools['bugId']?.[0] ?? '').slice(0, 8)}`,
  '@[Ada](x)',
  '@Ada',
  '"a phrase"',
  '-not',
  '(a OR b)',
  'is:open',
  'assignee:@me',
  '```\ncode\n```',
  '[a](javascript:alert(1))',
  '<img src=x onerror=alert(1)>',
  '🦋',
]
