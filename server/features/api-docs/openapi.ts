import { defaultProductName } from '#shared/site/contract.ts'
import type { Endpoint } from '#shared/http/endpoint.ts'
import { type ErrorCode, errorStatus } from '#shared/http/errors.ts'
import { features } from './features.ts'
import { wordsOf } from './field-words.ts'
import { refusalsOf } from './refusals.ts'
import { idWords, type JsonSchema, jsonSchema, querySchemas, sharedShapes } from './schemas.ts'

/** Calls that return the same record again for the same Idempotency-Key. */
export const keyed: ReadonlySet<string> = new Set([
  'reportBug',
  'addComment',
  'addInternalComment',
  'joinBug',
  'changeBugs',
  'reportFromConversation',
  'addNote',
])
/** Longest Idempotency-Key, in characters. */
const maxKeyLength = 200

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: {
    readonly required: true
    readonly content: Readonly<Record<string, { schema: JsonSchema }>>
  }
  readonly responses: Readonly<Record<string, unknown>>
}

export interface OpenApi {
  readonly openapi: string
  readonly info: { readonly title: string; readonly [more: string]: unknown }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>>; readonly [more: string]: unknown }
  readonly [more: string]: unknown
}

/** Returns every endpoint as an OpenAPI 3.1 document. The same contracts always give the same document. */
export function openApi(version: string, productName = defaultProductName): OpenApi {
  const groups = features()
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { title, endpoints } of groups) {
    for (const [name, endpoint] of endpoints) {
      const path = (paths[endpoint.path.replace(/:(\w+)/g, '{$1}')] ??= {})
      path[endpoint.method.toLowerCase()] = operationOf(title, name, endpoint)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: productName,
      version,
      description: [
        'How to call it from a script, with examples, stands in docs/api.md of the source. Programs read this document at',
        '[/api/openapi.json](/api/openapi.json). Lengths count UTF-16 code units.',
      ].join(' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: groups.map(({ title }) => ({ name: title })),
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'mothlight_session' } },
      schemas: { ...sharedShapes(), Refusal: refusalShape },
    },
  }
}

const refusalShape: JsonSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', enum: Object.keys(errorStatus) },
        message: { type: 'string', description: 'A sentence for people.' },
        field: { type: 'string', description: 'The parameter or the key of the body that is at fault.' },
        requestId: { type: 'string', description: 'Finds the lines of the server’s log.' },
      },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
}

function operationOf(tag: string, name: string, endpoint: Endpoint): Operation {
  const body = bodyOf(name, endpoint)
  return {
    operationId: name,
    tags: [tag],
    summary: endpoint.summary,
    description: whoMay(endpoint),
    security:
      endpoint.access === 'public' ? [] : [{ session: endpoint.access === 'signed-in' ? [] : [endpoint.access] }],
    parameters: parametersOf(name, endpoint),
    ...(body && { requestBody: { required: true as const, content: body } }),
    responses: responsesOf(name, endpoint),
  }
}

/** Returns who may call an endpoint, as a sentence. */
export function whoMay({ access }: Endpoint): string {
  if (access === 'public') return 'Anybody may call it.'
  if (access === 'signed-in') return 'Whoever is signed in may call it.'
  return `Needs the permission ${access}.`
}

/** Returns the parameters of an endpoint: of its path, its query and its headers. */
export function parametersOf(name: string, { params, query }: Endpoint): Parameter[] {
  const inPath = Object.entries((params && jsonSchema(params, 'input').properties) ?? {})
  const inQuery = Object.entries(query ? querySchemas(query) : {})
  return [
    ...inPath.map(([key, schema]) => parameter(name, key, 'path', true, schema)),
    ...inQuery.map(([key, { schema, isRequired }]) => parameter(name, key, 'query', isRequired, schema)),
    ...(keyed.has(name)
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header' as const,
            required: false,
            description: 'The same key from the same person makes nothing twice.',
            schema: { type: 'string', maxLength: maxKeyLength },
          },
        ]
      : []),
  ]
}

function parameter(
  endpoint: string,
  name: string,
  place: Parameter['in'],
  required: boolean,
  schema: JsonSchema,
): Parameter {
  const { says, default: fallback } = wordsOf(endpoint, name)
  return {
    name,
    in: place,
    required,
    description: withRule(says, schema),
    schema: fallback === undefined ? schema : { ...schema, default: fallback },
  }
}

/** Returns the content that an endpoint accepts, by media type. */
function bodyOf(name: string, { body, takes }: Endpoint): Record<string, { schema: JsonSchema }> | undefined {
  if (takes === 'bytes') return { 'application/octet-stream': { schema: {} } }
  if (takes === 'one-click') return { 'application/x-www-form-urlencoded': { schema: {} } }
  if (!body) return undefined
  return { 'application/json': { schema: worded(name, jsonSchema(body, 'input')) } }
}

/** Returns the description of a field, with the rule that its schema names. */
function withRule(says: string, { description }: JsonSchema): string {
  return description && description !== idWords ? `${says} It ${description}.` : says
}

/** Returns a body's schema with the descriptions of its keys. */
export function worded(name: string, schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema.properties ?? {}).map(([key, one]) => {
    const { says, default: fallback } = wordsOf(name, key)
    return [key, { ...one, description: withRule(says, one), ...(fallback !== undefined && { default: fallback }) }]
  })
  return { ...schema, properties: Object.fromEntries(entries) as Record<string, JsonSchema> }
}

function responsesOf(name: string, endpoint: Endpoint): Record<string, unknown> {
  const byStatus = Map.groupBy(refusalsOf(name, endpoint), ({ code }) => String(errorStatus[code]))
  return {
    200: endpoint.gives
      ? { description: 'The file.', content: { '*/*': { schema: {} } } }
      : { description: 'Done.', content: { 'application/json': { schema: jsonSchema(endpoint.reply, 'output') } } },
    ...Object.fromEntries(
      [...byStatus].map(([status, refusals]) => [
        status,
        {
          description: refusals.map(({ code, why }) => `${code}: ${why}.`).join(' '),
          ...(status === '429' && {
            headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
          }),
          content: {
            'application/json': {
              schema: refusalSchema(
                endpoint,
                refusals.map(({ code }) => code),
              ),
            },
          },
        },
      ]),
    ),
    default: {
      description: 'internal: a defect, which is logged. unavailable: try again after Retry-After seconds.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    },
  }
}

/** Returns the body of a refusal, with this endpoint's keys beside `error`. */
function refusalSchema(endpoint: Endpoint, codes: readonly ErrorCode[]): unknown {
  const extra = Map.groupBy(
    codes.flatMap((code) => Object.entries(endpoint.refusal?.(code) ?? {})),
    ([key]) => key,
  )
  const properties = {
    ...Object.fromEntries(
      [...extra].map(([key, entries]) => [key, { enum: [...new Set(entries.map(([, value]) => value))] }]),
    ),
    ...(endpoint.conflict && codes.includes('conflict') && { conflict: jsonSchema(endpoint.conflict, 'output') }),
    ...(endpoint.account && codes.includes('email-taken') && { account: jsonSchema(endpoint.account, 'output') }),
  }
  const refusal = { $ref: '#/components/schemas/Refusal' }
  return Object.keys(properties).length === 0 ? refusal : { allOf: [refusal, { type: 'object', properties }] }
}
