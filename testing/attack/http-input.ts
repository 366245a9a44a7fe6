import { pick, type Random } from '#bench/random.ts'
import type { Endpoint } from '#shared/http/endpoint.ts'
import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import { fieldsOf, type Pools, validValue } from './generate.ts'
import { asJson, mutated, nastyText } from './mutate.ts'

/** A request as it goes over the wire. */
export interface HttpInput {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string | undefined
}

/** A bug with its related records, so that matching ids are tried as well as others. */
export type Family = Readonly<Record<string, readonly string[]>>

/** Headers that a caller can invent. */
const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/octet-stream' },
  { 'content-encoding': 'gzip' },
  { 'x-forwarded-for': '10.0.0.1, 127.0.0.1', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
  { 'x-http-method-override': 'DELETE' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'idempotency-key': "' or 1=1 --" },
  { 'idempotency-key': 'same' },
  { range: 'bytes=0-0,5-,-9999999999' },
  { 'if-none-match': '*, W/"x", "' },
  { 'accept-encoding': 'br;q=2, gzip;q=x, *' },
  { accept: '../../..' },
  { 'user-agent': 'x'.repeat(4000) },
  { 'x-request-id': '../../etc/passwd' },
  { authorization: 'Bearer x' },
]

/** Returns a request to an endpoint: often a valid one, otherwise one with a mistake. */
export function httpInput(endpoint: Endpoint, random: Random, pools: Pools, families: readonly Family[]): HttpInput {
  const family = pick(random, families)
  const known: Pools = { ...pools, ...(random() < 0.75 ? family : {}) }
  const wrong = random() < 0.5 ? pick(random, ['path', 'query', 'body', 'body', 'body', 'headers', 'json']) : 'nothing'
  const path = pathOf(endpoint, random, known, wrong === 'path') + queryOf(endpoint, random, known, wrong === 'query')
  const headers = wrong === 'headers' ? pick(random, oddHeaders) : {}
  if (endpoint.takes === 'bytes') {
    const type = { 'content-type': 'application/octet-stream' }
    return { method: endpoint.method, path, headers: { ...type, ...headers }, body: someFile(random) }
  }
  if (endpoint.method === 'GET' || (!endpoint.body && random() < 0.8)) {
    return { method: endpoint.method, path, headers, body: undefined }
  }
  const valid = endpoint.body ? validValue(endpoint.body, 'body', random, known) : {}
  const body = asJson(wrong === 'body' ? mutated(valid, random) : valid, random)
  return {
    method: endpoint.method,
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: wrong === 'json' ? pick(random, [body.slice(0, -1), `${body}x`, '\u0000', '{"a":', gzipSync(body)]) : body,
  }
}

function pathOf(endpoint: Endpoint, random: Random, pools: Pools, wrong: boolean): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    if (!wrong) return encodeURIComponent(pick(random, pools[name] ?? ['f'.repeat(24)]))
    const ids = Object.values(pools).filter((pool) => pool.length > 0)
    return encodeURIComponent(random() < 0.5 ? pick(random, pick(random, ids)) : nastyText(random))
  })
}

function queryOf(endpoint: Endpoint, random: Random, pools: Pools, wrong: boolean): string {
  const fields = Object.keys(fieldsOf(endpoint.query))
  if (!endpoint.query || (fields.length === 0 && !wrong)) return ''
  const valid = validValue(endpoint.query, 'query', random, pools) as Record<string, unknown>
  const parameters = new URLSearchParams(Object.entries(valid).map(([key, value]) => [key, String(value)]))
  if (wrong) {
    const key = random() < 0.7 ? pick(random, fields.length > 0 ? fields : ['x']) : pick(random, ['__proto__', 'x', ''])
    if (random() < 0.8) parameters.set(key, nastyText(random))
    else for (let n = 0; n < 3; n++) parameters.append(key, nastyText(random))
  }
  const query = parameters.toString()
  if (wrong && random() < 0.1) return `?${query}&%zz=%&%00&a[b]=c&&==`
  return query === '' ? '' : `?${query}`
}

const beginnings = [
  '',
  '\u0089PNG\r\n\u001a\n',
  'GIF89a',
  '\u00ff\u00d8\u00ff\u00e0',
  'RIFF\u0010\u0000\u0000\u0000WEBP',
  '%PDF-1.7',
  '<svg ',
  '<html>',
]

/** Returns a file of which at most the first bytes are what they claim. */
function someFile(random: Random): Buffer {
  const rest = Buffer.from(Array.from({ length: Math.floor(random() * 200) }, () => Math.floor(random() * 256)))
  const file = Buffer.concat([Buffer.from(pick(random, beginnings), 'latin1'), rest])
  return random() < 0.02 ? Buffer.concat([file, Buffer.alloc(300_000, 1)]) : file
}
