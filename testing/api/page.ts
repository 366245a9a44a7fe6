import { features } from '#server/features/api-docs/features.ts'
import { type Parameter, parametersOf, whoMay, worded } from '#server/features/api-docs/openapi.ts'
import { refusalsOf } from '#server/features/api-docs/refusals.ts'
import { jsonSchema, sharedShapes } from '#server/features/api-docs/schemas.ts'
import type { Endpoint } from '#shared/http/endpoint.ts'
import { errorStatus } from '#shared/http/errors.ts'
import { socketPart } from './socket-part.ts'
import { answerTable, rowsOf, table, valueText } from './tables.ts'

/** Returns the page docs/api.md. @param opening the handwritten part, which comes first */
export function apiPage(opening: string): string {
  return [
    '<!-- Made by `npm run docs:api` of testing/api/opening.md and the contracts in shared; not to be edited. -->',
    opening,
    '## Calls',
    'By feature; a key of an answer that is marked with ? may be absent.',
    features()
      .map(({ title }) => `[${title}](#${anchor(title)})`)
      .join(' · '),
    ...features().flatMap(({ title, endpoints }) => [
      `### ${title}`,
      ...endpoints.map(([name, endpoint]) => callPart(name, endpoint)),
    ]),
    socketPart(),
    '## Shapes',
    ...Object.entries(sharedShapes()).flatMap(([name, schema]) => [`### ${name}`, answerTable(schema)]),
  ].join('\n\n')
}

const anchor = (title: string) => title.toLowerCase().replaceAll(' ', '-')

function callPart(name: string, endpoint: Endpoint): string {
  return [
    `#### ${endpoint.method} ${endpoint.path}`,
    `${endpoint.summary} ${whoMay(endpoint)}`,
    parameterTable(parametersOf(name, endpoint)),
    bodyTable(name, endpoint),
    replyPart(endpoint),
    refusalPart(name, endpoint),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function parameterTable(parameters: readonly Parameter[]): string {
  return table(
    ['Parameter', 'In', 'Value', 'What'],
    parameters.map(({ name, in: place, required, schema, description }) => [
      `\`${name}\``,
      place === 'query' && required ? 'query, needed' : place,
      valueText(schema),
      linked(description),
    ]),
  )
}

/** Returns a text with links to the pages that it names. */
const linked = (text: string) => text.replaceAll(/docs\/([\w-]+\.md)/g, '[$1]($1)')

function bodyTable(name: string, { body, takes }: Endpoint): string {
  if (takes === 'bytes') return 'The body is the bytes, as `application/octet-stream`.'
  if (takes === 'one-click')
    return 'The body is the form of a mail program, which is not read; it may be JSON, or absent.'
  if (!body) return ''
  return table(
    ['Key of the body', 'Value', 'What'],
    rowsOf(worded(name, jsonSchema(body, 'input'))).map(({ place, value, isOptional, says }) => [
      `\`${place}\`${isOptional ? '' : ', needed'}`,
      value,
      says,
    ]),
  )
}

function replyPart({ gives, reply }: Endpoint): string {
  if (gives) return 'Answers with the file.'
  const schema = jsonSchema(reply, 'output')
  return rowsOf(schema).length === 0 ? 'Answers with an empty object.' : answerTable(schema)
}

/** Returns the codes of an endpoint's refusals; the opening explains those without a reason. */
function refusalPart(name: string, endpoint: Endpoint): string {
  const refusals = refusalsOf(name, endpoint)
  const all = [...new Set(refusals.map(({ code }) => code))].toSorted((a, b) => errorStatus[a] - errorStatus[b])
  const codes = all.map((code) => {
    const own = refusals.filter((one) => one.code === code && one.isOwn).map(({ why }) => why)
    const beside = Object.entries(endpoint.refusal?.(code) ?? {}).map(
      ([key, value]) => `\`${key}: ${JSON.stringify(value)}\``,
    )
    const remarks = [...own, ...(beside.length > 0 ? [`with ${beside.join(', ')}`] : [])]
    return `${errorStatus[code]} \`${code}\`${remarks.length > 0 ? ` (${remarks.join('; ')})` : ''}`
  })
  return codes.length === 0 ? '' : `Refuses with ${codes.join(', ')}.`
}
