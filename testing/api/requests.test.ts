import type { OpenApi, Operation } from '#server/features/api-docs/openapi.ts'
import type { JsonSchema } from '#server/features/api-docs/schemas.ts'
import { acceptedBodies, acceptedQueries } from '#testing/calls/accepted-bodies.ts'
import { type Answer, type Caller, openTestApp, type TestApp } from '#testing/test-app.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

interface Called extends Operation {
  readonly method: string
  readonly path: string
}

const app: TestApp = await openTestApp({ LIMIT_REGISTRATIONS: '1000000', LIMIT_FAILED_LOGINS: '1000000' })
/** The document as a script receives it. */
const document = (await app.stranger.send('GET', '/api/openapi.json')).body as unknown as OpenApi
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, one]): [string, Called] => [
    one.operationId,
    { ...one, path, method: method.toUpperCase() },
  ]),
)

let admin: Caller
// Some calls end the session.
beforeEach(async () => {
  admin = await app.person(['admin'])
})
afterAll(() => app.end())

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const checks = new Map<JsonSchema, ValidateFunction>()

function accepts(schema: JsonSchema, value: unknown): boolean {
  const check = checks.get(schema) ?? ajv.compile({ ...schema, components: document.components })
  checks.set(schema, check)
  return check(value)
}

/** An id, a role's name or a number that no record has: a request is validated before anything is looked up. */
const nothing = 'f'.repeat(24)

/** Registration and set-up refuse a caller who is signed in. */
const callerOf = ({ security }: Called): Caller => (security.length === 0 ? app.stranger : admin)
const bodyOf = ({ operationId }: Called) =>
  acceptedBodies[operationId]?.({
    ...{ userId: nothing, originalId: nothing, productId: nothing, otherLabelId: nothing, placeholderId: nothing },
    entryId: '1',
  })
const urlOf = ({ path, operationId }: Called, id = nothing) =>
  path.replaceAll(/\{\w+\}/g, id) + (acceptedQueries[operationId] ?? '')
/** What is sent that is no JSON: files, and the form of mail programs. */
const formats: Readonly<Record<string, string>> = {
  'application/octet-stream': 'x',
  'application/x-www-form-urlencoded': 'List-Unsubscribe=One-Click',
}
const formatOf = ({ requestBody }: Called) => Object.keys(formats).find((type) => requestBody?.content[type])

/** Sends what a call accepts, with one change. */
function send(
  called: Called,
  changed: { url?: string; body?: unknown; headers?: Record<string, string>; caller?: Caller } = {},
): Promise<Answer> {
  const {
    url = urlOf(called),
    body = formats[formatOf(called) ?? ''] ?? bodyOf(called),
    headers,
    caller = callerOf(called),
  } = changed
  const type = formatOf(called) ?? 'application/json'
  return caller.send(called.method, url, body, { ...(body !== undefined && { 'content-type': type }), ...headers })
}

function expectDeclared(answer: Answer, { responses, operationId }: Called, what: string): void {
  expect(Object.keys(responses), `${operationId} to ${what}: ${answer.refusal.error?.message}`).toContain(
    String(answer.status),
  )
  const declared = (responses[answer.status] as { content: Record<string, { schema: JsonSchema }> } | undefined)
    ?.content
  const schema = declared?.['application/json']?.schema
  if (schema) expect(accepts(schema, answer.body) || checks.get(schema)?.errors, `${operationId} to ${what}`).toBe(true)
}

describe('what the served OpenAPI document says is answered', () => {
  it.each(operations)('%s can be refused', (_name, { responses }) => {
    expect(Object.keys(responses).filter((status) => status.startsWith('4'))).not.toEqual([])
  })

  it.each(operations)('%s refuses with what it declares', async (_name, called) => {
    const nobody = await app.person([])
    const requests: Readonly<Record<string, Parameters<typeof send>[1]>> = {
      'a request without a session': { caller: app.stranger },
      'somebody signed in': { caller: admin },
      'somebody without any permission': { caller: nobody },
      'the page of another site': { headers: { origin: 'https://elsewhere.example' } },
      'a body that is said to be packed': { headers: { 'content-encoding': 'gzip' } },
      'an address that can’t be read': { url: urlOf(called, '%ff') },
      'an address with NUL': { url: urlOf(called, '%00') },
      'a query that can’t be read': { url: `${urlOf(called)}${urlOf(called).includes('?') ? '&' : '?'}%ff=%` },
    }
    for (const [what, changed] of Object.entries(requests)) expectDeclared(await send(called, changed), called, what)
    if (called.method === 'GET') return
    for (const [type, body] of [
      ['application/json', '{"'],
      ['application/json', '{"__proto__":{}}'],
      ['application/json', JSON.stringify('x'.repeat(1_100_000))],
      ['text/plain', 'text'],
    ] as const) {
      const answer = await callerOf(called).send(called.method, urlOf(called), body, { 'content-type': type })
      expectDeclared(answer, called, `${body.slice(0, 10)} as ${type}`)
    }
  })
})

/** Replaces a value within a body or among the parameters. */
type Replace = (value: unknown) => unknown

/** Returns each place of a schema that holds a value, with a function that replaces the value. */
function placesOf(schema: JsonSchema, base: unknown, name: string): (readonly [string, JsonSchema, Replace])[] {
  const known = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
  const own = [name, schema, (value: unknown) => value] as const
  if (known?.items) {
    const inner = placesOf(known.items, undefined, `${name}[]`)
    return [own, ...inner.map(([place, one, replace]) => [place, one, (value: unknown) => [replace(value)]] as const)]
  }
  const record = typeof base === 'object' && base !== null ? (base as Record<string, unknown>) : {}
  const inner = Object.entries(known?.properties ?? {}).flatMap(([key, property]) =>
    placesOf(property, record[key], `${name}.${key}`).map(
      ([place, one, replace]) => [place, one, (value: unknown) => ({ ...record, [key]: replace(value) })] as const,
    ),
  )
  return [own, ...inner]
}

/** Returns values at and beyond the limits of a schema, and of other types. */
function samplesOf(schema: JsonSchema): unknown[] {
  const { minLength = 0, maxLength, minimum, maximum } = schema
  return [
    ...['', ' ', 'x', 'x\u0000yz.x@yz', 'moths\u0000@the.window', ' a@. ', ' a@b.c ', 'moth at the window'],
    ...[nothing, nothing.toUpperCase(), nothing.slice(1), `${nothing},${nothing}`, 'ffffffff', 'ffffffff,ffffffff'],
    ...(minLength > 0 ? ['x'.repeat(minLength - 1)] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1)]),
    ...[minimum, maximum].flatMap((limit) => (limit === undefined ? [] : [limit - 1, limit, limit + 1])),
    ...(schema.enum ?? []),
    ...(schema.anyOf ?? []).flatMap(samplesOf),
    ...[true, 1.5, -1, null, [], {}],
  ]
}

/** Values that are refused for a rule that no schema can express. */
const guessable = (place: string, value: unknown) =>
  /^(register|editMe)\.password$/.test(place) && typeof value === 'string' && value.startsWith('xxxxxxxx')

/** An invitation names roles that exist, and no record of its own that is looked for before. */
const isRoleName = (place: string, value: unknown) => place === 'inviteUser.role[]' && typeof value === 'string'

describe('what the served OpenAPI document says is accepted', () => {
  const withBody = operations.filter(([, { requestBody }]) => requestBody?.content['application/json'])
  it.each(withBody)('%s refuses a body exactly where its schema does', async (name, called) => {
    const schema = called.requestBody?.content['application/json']?.schema ?? {}
    for (const [place, one, replace] of placesOf(schema, bodyOf(called), name)) {
      for (const value of samplesOf(one)) {
        const body = replace(value)
        if (guessable(place, value) || isRoleName(place, value)) continue
        const answer = await send(called, { body: JSON.stringify(body) })
        const what = `${place} ${JSON.stringify(value)?.slice(0, 60)}: ${answer.refusal.error?.message}`
        expectDeclared(answer, called, what)
        const isAccepted = accepts(schema, body)
        if (isAccepted) expect(answer.refusal.error?.code, what).not.toBe('invalid-input')
        // An id that no record can have is not found.
        else expect([400, 404], what).toContain(answer.status)
      }
    }
  })

  const places = operations.flatMap(([name, called]) =>
    called.parameters
      .filter((one) => one.in !== 'header')
      .map((parameter) => [`${name} ${parameter.in} ${parameter.name}`, { called, parameter }] as const),
  )
  it.each(places)('%s is refused exactly where its schema does', async (_name, { called, parameter }) => {
    const { name, in: place, schema } = parameter
    for (const value of samplesOf(schema)) {
      const text = String(value)
      // An empty value of a query counts as absent; in a path it makes another address.
      if (typeof value === 'object' || text === '') continue
      const [path = '', query = ''] = urlOf(called).split('?')
      const search = new URLSearchParams(query)
      if (place === 'query') search.set(name, text)
      const filled = called.path.replaceAll(/\{(\w+)\}/g, (_, key) =>
        key === name ? encodeURIComponent(text) : nothing,
      )
      const answer = await send(called, { url: `${place === 'path' ? filled : path}?${search}` })
      const what = `${JSON.stringify(value).slice(0, 60)}: ${answer.refusal.error?.message}`
      expectDeclared(answer, called, what)
      if (accepts(schema, value)) expect(answer.refusal.error?.code, what).not.toBe('invalid-input')
      // On the wire all values are texts.
      else if (place === 'query' && typeof value === 'string') expect([400, 404], what).toContain(answer.status)
    }
  })
})
