import { filledPattern, idWords, type JsonSchema } from '#server/features/api-docs/schemas.ts'

/** One row of a table that describes a shape. */
interface Row {
  /** The path of the value: `a.b`, with `[]` for each entry of a list. */
  readonly place: string
  readonly value: string
  readonly isOptional: boolean
  readonly says: string
}

/** Returns a Markdown table, or nothing for no rows. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Returns the values of an object, followed by those within its objects and lists. */
export function rowsOf(schema: JsonSchema, prefix = ''): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, one]) => {
    const place = prefix + key
    const isOptional = schema.required?.includes(key) !== true
    const inner = one.properties ?? (one.items || undefined)?.properties
    const row: Row = {
      place,
      value: inner ? (one.items ? 'a list of' : 'an object of') : valueText(one),
      isOptional,
      says: one.description ?? '',
    }
    if (!inner) return [row]
    const children = rowsOf(one.items || one, one.items ? `${place}[].` : `${place}.`)
    return [row, ...children]
  })
}

/** Returns the fields of an answer as a table. */
export function answerTable(schema: JsonSchema): string {
  return table(
    ['Key of the answer', 'Value'],
    rowsOf(schema).map(({ place, value, isOptional }) => [`\`${place}\`${isOptional ? ' ?' : ''}`, value]),
  )
}

/** Describes a value in words, with its limits. */
export function valueText(schema: JsonSchema): string {
  const text = plainText(schema)
  return schema.default === undefined ? text : `${text}; default \`${String(schema.default)}\``
}

function plainText(schema: JsonSchema): string {
  if (schema.$ref) return referenceText(schema.$ref)
  if (schema.enum) return schema.enum.map((one) => `\`${String(one)}\``).join(', ')
  if (schema.const !== undefined) return schema.const === '' ? 'empty' : `\`${String(schema.const)}\``
  if (schema.anyOf) return schema.anyOf.map(valueText).join('; or ')
  if (schema.prefixItems) return `a list: ${schema.prefixItems.map(valueText).join(', ')}`
  if (typeof schema.type === 'object') return schema.type.map((type) => plainText({ ...schema, type })).join('; or ')
  switch (schema.type) {
    case 'array':
      return `a list of ${schema.items ? valueText(schema.items) : 'anything'}`
    case 'string':
      return textText(schema)
    case 'integer':
      return ['a whole number', ...rangeText(schema)].join(', ')
    case 'boolean':
      return 'true or false'
    case 'null':
      return 'null'
    default:
      return 'an object'
  }
}

/** Returns the link to a shared shape, by its path in the OpenAPI document. */
function referenceText(reference: string): string {
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  return `[${name}](#${name.toLowerCase()})`
}

function textText({ description, format, pattern, minLength, maxLength }: JsonSchema): string {
  if (format === 'date-time') return 'a timestamp'
  if (description === idWords) return 'an id'
  return [
    'text',
    ...(minLength === undefined ? [] : [`at least ${minLength} character${minLength === 1 ? '' : 's'}`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(pattern === filledPattern ? ['not empty'] : []),
  ].join(', ')
}

function rangeText({ minimum, maximum }: JsonSchema): string[] {
  if (minimum === undefined && maximum === undefined) return []
  return [`${minimum ?? 'any'} to ${maximum ?? 'any'}`]
}
