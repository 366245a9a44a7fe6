import { features } from '#server/features/api-docs/features.ts'
import { keyOf, wordedFields } from '#server/features/api-docs/field-words.ts'
import { keyed, openApi, parametersOf } from '#server/features/api-docs/openapi.ts'
import { particularNames } from '#server/features/api-docs/refusals.ts'
import { jsonSchema } from '#server/features/api-docs/schemas.ts'
import { endpoints } from '#shared/endpoints.ts'
import { pushes, socketEvents } from '#shared/realtime/all-events.ts'
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiPageFile } from './api-page-file.ts'

const document = openApi('1.2.3')
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
let page: string
beforeAll(async () => {
  page = (await apiPageFile()).text
})

describe('docs/api.md', () => {
  it('is what npm run docs:api makes of the contracts', async () => {
    const { path, text } = await apiPageFile()
    expect(await readFile(path, 'utf8')).toBe(text)
  })
})

describe('docs/api.md and the OpenAPI document', () => {
  it('have every endpoint once', () => {
    const called = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)
    expect(operations.map(({ operation }) => operation.operationId).toSorted()).toEqual(
      Object.keys(endpoints).toSorted(),
    )
    expect(
      operations.map(({ path, method }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`).toSorted(),
    ).toEqual(called.toSorted())
    for (const call of called) expect(page.split('\n').filter((line) => line === `#### ${call}`)).toHaveLength(1)
    expect(features().flatMap((feature) => feature.endpoints)).toHaveLength(called.length)
  })
})

describe('the OpenAPI document', () => {
  it('declares each parameter of a path, and asks for each', () => {
    for (const { path, operation } of operations) {
      const declared = operation.parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => name)
      expect(declared.toSorted()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted())
    }
  })

  it('refers to nothing that it lacks', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference)
    const shapes = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect([...new Set(references)].filter((one) => !shapes.includes(one ?? ''))).toEqual([])
    // An unused shape has to be removed.
    expect(shapes.filter((one) => !references.includes(one))).toEqual([])
  })

  it('says of each query what is meant, with limits and defaults', () => {
    const list = document.paths['/api/bug/list']?.['get']?.parameters ?? []
    const schemaOf = (name: string) => list.find((one) => one.name === name)?.schema
    expect(schemaOf('pageSize')).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 5 })
    expect(schemaOf('sortByInvert')).toEqual({ type: 'boolean', default: false })
    expect(schemaOf('keywords')).toEqual({ type: 'string', maxLength: 500, pattern: '^[^\\u0000]*$' })
  })

  it('says who may call what', () => {
    for (const { operation } of operations) {
      const access = endpoints[operation.operationId]?.access
      const wanted = access === 'signed-in' ? [] : [access]
      expect(operation.security).toEqual(access === 'public' ? [] : [{ session: wanted }])
    }
  })
})

describe('the page', () => {
  it('has every socket event', () => {
    for (const { name } of Object.values(socketEvents)) expect(page).toContain(`\n#### ${name}\n`)
    for (const name of Object.keys(pushes)) expect(page).toContain(`\n#### ${name}, from the server\n`)
  })

  it('has no two headings alike, and no link into it that leads nowhere', () => {
    const prose = page.replaceAll(/^```[^]*?^```$/gm, '')
    const headings = [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
    expect(headings.filter((one, n) => headings.indexOf(one) !== n)).toEqual([])
    const targets = [...prose.matchAll(/\]\(#([^)]*)\)/g)].map(([, target = '']) => target)
    expect([...new Set(targets)].filter((one) => !headings.includes(one))).toEqual([])
  })
})

describe('what is written of fields and refusals', () => {
  it('is about what there is', () => {
    const used = Object.entries(endpoints).flatMap(([name, endpoint]) => [
      ...parametersOf(name, endpoint).map((one) => keyOf(name, one.name)),
      ...Object.keys((endpoint.body && jsonSchema(endpoint.body, 'input').properties) ?? {}).map((key) =>
        keyOf(name, key),
      ),
    ])
    expect(wordedFields.filter((one) => !used.includes(one))).toEqual([])
    expect([...particularNames, ...keyed].filter((name) => !endpoints[name])).toEqual([])
  })
})

/** Returns the anchor that the usual hosts give a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
