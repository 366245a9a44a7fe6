import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Journal } from './journal.ts'

export interface Answered {
  /** Undefined where no answer came. */
  readonly status: number | undefined
  /** The record of the answer; empty where there is none. */
  readonly result: Record<string, unknown>
}

interface Body {
  readonly result?: Record<string, unknown>
  readonly comment?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

/** Milliseconds after which a person would stop waiting for an answer. */
const timeout = 15_000
/** Milliseconds before the next try without an answer. */
const pause = 25

/** Calls the product and records the answers. */
export class Client {
  readonly #origin: () => string | undefined
  readonly #cookie: string
  readonly #journal: Journal

  /** @param origin returns where the product is; undefined while it is known to be away */
  constructor(origin: () => string | undefined, cookie: string, journal: Journal) {
    this.#origin = origin
    this.#cookie = cookie
    this.#journal = journal
  }

  async send(method: string, path: string, body?: unknown, key?: string): Promise<Answered> {
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': createHash('sha256').update(key).digest('hex') }),
    }
    return this.#request(method, path, headers, body === undefined ? undefined : JSON.stringify(body))
  }

  async upload(content: string): Promise<Answered & { readonly sha256: string }> {
    const headers = { 'content-type': 'application/octet-stream' }
    const answer = await this.#request('POST', '/api/attachments?name=notes.txt', headers, content)
    return { ...answer, sha256: createHash('sha256').update(content).digest('hex') }
  }

  async #request(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answered> {
    const origin = this.#origin()
    const startedAt = performance.now()
    try {
      if (origin === undefined) throw new Error('the product is away')
      const response = await fetch(origin + path, {
        method,
        headers: { cookie: this.#cookie, ...headers },
        signal: AbortSignal.timeout(timeout),
        ...(body !== undefined && { body }),
      })
      const answer = (await response.json()) as Body
      this.#journal.note(response.status, startedAt)
      this.#check(method, path, response, answer.error?.message)
      if (response.status >= 500) await setTimeout(pause)
      return { status: response.status, result: answer.result ?? answer.comment ?? {} }
    } catch (error) {
      if ((error as Error).name === 'TimeoutError')
        this.#journal.complaints.push(`${method} ${path} was not answered within ${timeout / 1000} s`)
      this.#journal.note(undefined, startedAt)
      await setTimeout(pause)
      return { status: undefined, result: {} }
    }
  }

  /** During a fault, only 503 with a time to wait is an allowed failure. */
  #check(method: string, path: string, { status, headers }: Response, message = ''): void {
    const isClear = status === 503 && Number(headers.get('retry-after')) > 0
    if (status >= 500 && !isClear) this.#journal.complaints.push(`${method} ${path} was answered ${status} ${message}`)
  }
}
