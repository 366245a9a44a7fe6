import { attachment } from '#shared/attachments/contract.ts'
import { bug, bugListItem } from '#shared/bugs/contract.ts'
import { changeNames, fieldChanges, labelsChange } from '#shared/bugs/field-shapes.ts'
import { linksChange } from '#shared/links/contract.ts'
import { bulkNames } from '#shared/bugs/fields.ts'
import { bulkValues } from '#shared/bulk/bulk-values.ts'
import { bulk, bulkOrder, previewed } from '#shared/bulk/contract.ts'
import { chatMessage } from '#shared/chat/chat-message.ts'
import { cannedAnswer, conversation } from '#shared/chat/contract.ts'
import { comment } from '#shared/comments/comment.ts'
import { bugNotification } from '#shared/following/contract.ts'
import { conflict } from '#shared/history/conflict.ts'
import { bugAsOf } from '#shared/history/contract.ts'
import { change, timelineEntry } from '#shared/history/timeline-entry.ts'
import { bugName, exactId, namedId, recordId, timestamp } from '#shared/http/fields.ts'
import { pagination } from '#shared/http/page.ts'
import { label } from '#shared/labels/label.ts'
import { mergedComment } from '#shared/merging/contract.ts'
import { similarBug } from '#shared/similar/contract.ts'
import { site } from '#shared/site/contract.ts'
import { mention } from '#shared/texts/mention.ts'
import { bugReference } from '#shared/texts/contract.ts'
import { component, version, versionProgress } from '#shared/parts/contract.ts'
import { partReference } from '#shared/parts/part.ts'
import { product } from '#shared/products/contract.ts'
import { productReference } from '#shared/products/product-reference.ts'
import { person, user } from '#shared/users/contract.ts'
import { view, viewSearch } from '#shared/views/contract.ts'
import * as z from 'zod/mini'

/** The parts of JSON Schema (2020-12) that the contracts use. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly not?: JsonSchema
  readonly items?: JsonSchema | false
  readonly prefixItems?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
  readonly description?: string
  readonly default?: unknown
}

/** Shapes that several answers share, by their names in the documentation. */
const shapes: Readonly<Record<string, z.ZodMiniType>> = {
  Attachment: attachment,
  Bug: bug,
  BugAsOf: bugAsOf,
  BugListItem: bugListItem,
  BugNotifications: bugNotification,
  BugReference: bugReference,
  Bulk: bulk,
  CannedAnswer: cannedAnswer,
  Change: change,
  ChatLine: chatMessage,
  Comment: comment,
  Conflict: conflict,
  Component: component,
  Conversation: conversation,
  Label: label,
  Mention: mention,
  MergedComment: mergedComment,
  Pagination: pagination,
  PartReference: partReference,
  Person: person,
  Product: product,
  ProductReference: productReference,
  SimilarBug: similarBug,
  Site: site,
  TimelineEntry: timelineEntry,
  User: user,
  Version: version,
  VersionProgress: versionProgress,
  View: view,
  ViewSearch: viewSearch,
}

/** The description of a record's id. */
export const idWords = 'the id of a record'
const idPattern = '^[0-9a-f]{24}$'

/** Rules that become a pattern, by the texts of their refusals. */
const storable = 'must not contain NUL characters or broken Unicode'
const filled = 'must not be empty'
const address = 'must be an e-mail address'

/** Any text without NUL; JSON Schema has no broken Unicode. */
const storablePattern = '^[^\\u0000]*$'
/** A text with a character that is not white space. */
export const filledPattern = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$'
/** A text of at least five characters with an @ and a full stop; surrounding white space does not count. */
const addressPattern = '^(?=[^@]*@)(?=[^.]*\\.)\\s*[^\\s\\u0000][^\\u0000]{3,}[^\\s\\u0000]\\s*$'

const named = z.registry<Pick<JsonSchema, 'format' | 'description' | 'pattern' | 'anyOf'> & { id?: string }>()
for (const [id, schema] of Object.entries(shapes)) named.add(schema, { id })
named.add(timestamp, { format: 'date-time' })
named.add(fieldChanges, { anyOf: changeNames.map((name) => ({ required: [name] })) })
for (const change of [labelsChange, linksChange])
  named.add(change, { anyOf: ['add', 'remove'].map((name) => ({ required: [name] })) })
named.add(bulkValues, { anyOf: bulkNames.map((name) => ({ required: [name] })) })
const none: JsonSchema = { not: {} }
named.add(bulkOrder, {
  anyOf: [
    { required: ['ids'], properties: { query: none, total: none } },
    { required: ['query', 'total'], properties: { ids: none } },
  ],
})
named.add(previewed, {
  anyOf: [
    { required: ['ids'], properties: { query: none } },
    { required: ['query'], properties: { ids: none } },
  ],
})
named.add(exactId, { description: idWords })
named.add(bugName, {
  description: 'the id of a bug, or its key',
  pattern: '^([0-9a-f]{24}|[A-Za-z][A-Za-z0-9]{1,9}-[1-9][0-9]{0,8})$',
})
for (const id of [recordId, namedId]) named.add(id, { description: idWords, pattern: idPattern })

type Direction = 'input' | 'output'

/** Returns a schema as JSON Schema; shared shapes are references into the OpenAPI document's components. */
export function jsonSchema(schema: z.ZodMiniType, io: Direction): JsonSchema {
  return convert(schema, io).schema
}

/** Returns the shared shapes themselves, by name. */
export function sharedShapes(): Record<string, JsonSchema> {
  return convert(z.object(shapes), 'output').shapes
}

function convert(schema: z.ZodMiniType, io: Direction) {
  const made = z.toJSONSchema(schema, {
    io,
    metadata: named,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // What is not said is not promised: answers may get further keys.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (zodSchema._zod.def.type === 'string' && jsonSchema.enum === undefined) {
        const rules = spokenRules(zodSchema)
        const pattern = patternOf(rules)
        if (pattern !== undefined) jsonSchema.pattern ??= pattern
        for (const rule of [storable, filled]) rules.delete(rule)
        if (rules.size > 0) jsonSchema.description = [...rules].join('; ')
      }
    },
  })
  const {
    $schema: _dialect,
    $defs,
    ...rest
  } = JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/')) as {
    $schema: string
    $defs?: Record<string, JsonSchema & { id?: string }>
  } & JsonSchema
  const entries = Object.entries($defs ?? {}).map(([name, { id: _id, ...shape }]) => [name, shape] as const)
  return { schema: rest as JsonSchema, shapes: Object.fromEntries(entries) }
}

/** Returns the pattern for the rules of a text. */
function patternOf(rules: ReadonlySet<string>): string | undefined {
  if (rules.has(address)) return addressPattern
  if (rules.has(filled)) return filledPattern
  return rules.has(storable) ? storablePattern : undefined
}

/** Returns the rules of a text besides its lengths, by the texts of their refusals; found by breaking them. */
function spokenRules(schema: z.core.$ZodType): Set<string> {
  const issues = [' ', 'x', '\u0000'].flatMap((sample) => z.safeParse(schema, sample).error?.issues ?? [])
  return new Set(
    issues.filter(({ code, message }) => code === 'custom' || / \d+ .*commas/.test(message)).map((one) => one.message),
  )
}

/**
 * Returns the parameters of a query with their real types: a whole number or a boolean, where the wire has texts.
 * @returns each with its schema, by name
 */
export function querySchemas(query: z.ZodMiniType): {
  readonly [name: string]: { readonly schema: JsonSchema; readonly isRequired: boolean }
} {
  const asSent = jsonSchema(query, 'input')
  const asRead = jsonSchema(query, 'output')
  return Object.fromEntries(
    Object.entries(asSent.properties ?? {}).map(([name, sent]) => {
      const read = asRead.properties?.[name]
      const isFlag = sent.enum?.join() === 'true,false'
      const { minimum, maximum } = read ?? {}
      const schema: JsonSchema =
        read?.type === 'number' && minimum !== undefined && maximum !== undefined
          ? { type: 'integer', minimum, maximum }
          : isFlag
            ? { type: 'boolean' }
            : sent
      return [name, { schema, isRequired: asSent.required?.includes(name) === true }]
    }),
  )
}
