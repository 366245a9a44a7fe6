import { ConfigError, type S3Settings } from '#server/config/config.ts'
import { AwsClient } from 'aws4fetch'
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type ContentStore, keyOf, pathOf, sha256Of } from './content-store.ts'

/** Prefix of all keys, so that the bucket may hold other things too. */
const prefix = 'attachments/'
const ownersPrefix = `${prefix}owners/`

/** Returns the milliseconds until a request's answer begins, all tries together. The largest files need minutes. */
const timeoutOf = (method: string) => (method === 'PUT' ? 300_000 : 45_000)

/**
 * Milliseconds until a deletion has to be answered. Two of them follow each other while a transaction locks the
 * content, and PostgreSQL ends that after 60 s.
 */
const removalTimeout = 15_000

/** What the codes of a refused request mean for the settings. */
const faults: Readonly<Record<string, string>> = {
  NoSuchBucket: 'S3_BUCKET names a bucket that does not exist',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID is not known there',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID',
  AccessDenied: 'S3_ACCESS_KEY_ID may not use the bucket in S3_BUCKET',
  AuthorizationHeaderMalformed: 'S3_REGION is not that of the bucket',
  PermanentRedirect: 'S3_ENDPOINT or S3_REGION is not that of the bucket',
}

/** Stores files in a bucket of any service that speaks S3. */
export function s3Store({ endpoint, bucket, ...credentials }: S3Settings, removeWithin = removalTimeout): ContentStore {
  const client = new AwsClient({ ...credentials, service: 's3', retries: 2 })
  // A repeated deletion that comes late could delete content that was stored again meanwhile.
  const onlyOnce = new AwsClient({ ...credentials, service: 's3', retries: 0 })
  const base = `${endpoint}/${bucket}`

  /** Sends a request. @throws Error for any status that is not expected; it contains no secret */
  async function send(
    method: string,
    path: string,
    expected: readonly number[],
    init: RequestInit = {},
  ): Promise<Response> {
    const isRemoval = method === 'DELETE'
    const waiting = new AbortController()
    const timer = setTimeout(
      () => waiting.abort(new Error(`S3 did not answer to ${method}`)),
      isRemoval ? removeWithin : timeoutOf(method),
    )
    try {
      const answer = await (isRemoval ? onlyOnce : client).fetch(`${base}${path}`, {
        ...init,
        method,
        redirect: 'manual',
        signal: waiting.signal,
      })
      if (expected.includes(answer.status)) return answer
      throw new S3Refusal(method, answer.status, await answer.text())
    } finally {
      clearTimeout(timer)
    }
  }
  /** Lists what the bucket has below a prefix, without the prefix. */
  async function* entries(below: string): AsyncGenerator<{ readonly name: string; readonly changedOn: Date }> {
    let from = ''
    do {
      const query = new URLSearchParams({
        'list-type': '2',
        prefix: below,
        ...(from && { 'continuation-token': from }),
      })
      const page = await (await send('GET', `?${query}`, [200])).text()
      for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        yield { name: textIn(entry, 'Key').slice(below.length), changedOn: new Date(textIn(entry, 'LastModified')) }
      }
      from = textIn(page, 'NextContinuationToken')
    } while (from)
  }
  const discard = async (answer: Promise<Response>) => (await answer).body?.cancel()
  const addressOf = (path: string) => `/${prefix}${path}`

  return {
    async check() {
      try {
        await discard(send('GET', '?list-type=2&max-keys=1', [200]))
      } catch (error) {
        throw new ConfigError(`${faultOf(error)}.`)
      }
    },

    async put(key, path) {
      // Existing content is sent too, because a deletion that timed out may still be in progress. Where the key is the
      // content's hash, the header makes the store check what arrives.
      const headers = {
        'content-type': 'application/octet-stream',
        ...(sha256Of(key) === key && { 'x-amz-content-sha256': key }),
      }
      await discard(send('PUT', addressOf(pathOf(key)), [200], { body: await openAsBlob(path), headers }))
      await rm(path, { force: true })
    },

    async open(key) {
      const answer = await send('GET', addressOf(pathOf(key)), [200, 404])
      if (answer.status === 404 || !answer.body) {
        await answer.body?.cancel()
        return undefined
      }
      const content = Readable.fromWeb(answer.body as ReadableStream)
      return { bytes: Number(answer.headers.get('content-length')), content }
    },

    async remove(key) {
      await discard(send('DELETE', addressOf(pathOf(key)), [200, 204, 404]))
    },

    async addOwner(installationId) {
      await discard(send('PUT', `/${ownersPrefix}${installationId}`, [200], { body: installationId }))
    },

    async owners() {
      const ids: string[] = []
      for await (const { name } of entries(ownersPrefix)) ids.push(name)
      return ids
    },

    async *list() {
      for await (const { name, changedOn } of entries(prefix)) {
        const key = keyOf(name)
        if (key) yield { key, keptOn: changedOn }
      }
    },
  }
}

/** A request that was refused, or answered in a way that S3 doesn't. */
class S3Refusal extends Error {
  readonly code: string

  constructor(method: string, status: number, body: string) {
    const code = textIn(body, 'Code')
    super(`S3 answered ${status} ${code} to ${method}`)
    this.code = code
  }
}

function faultOf(error: unknown): string {
  if (error instanceof S3Refusal) return faults[error.code] ?? `S3_ENDPOINT does not work: ${error.message}`
  const cause = (error as Error).cause as NodeJS.ErrnoException | undefined
  return `S3_ENDPOINT can’t be reached (${cause?.code ?? (error as Error).message})`
}

/**
 * Returns the text of the first element with this name. Of what is read here, only the token may hold an escaped
 * character.
 */
function textIn(xml: string, name: string): string {
  const text = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1] ?? ''
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
