import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as pause } from 'node:timers/promises'
import { isLocalHost } from './local-host.ts'
import { TrackerError } from './tracker-error.ts'
import { askedToWait, backoff, longestWait, shortestWait, untilNextAllowed } from './waiting.ts'

/** Attempts before a request is given up because the tracker fails; waits for its limits don't count. */
const attempts = 6
/** Times that a request may be refused because there were too many. */
const maxRefusals = 20
/** Milliseconds in which an answer has to arrive whole. */
const longestAnswer = 120_000
/** Milliseconds in which the answer to a download has to begin. */
const longestBeginning = 60_000
const maxRedirects = 5

export interface Page {
  readonly json: unknown
  /** The address of the next page, by the header Link. */
  readonly next: string | undefined
}

/** An address that the tracker names and that is not opened. */
class AddressRefused extends TrackerError {}

/** A file that a tracker refused. `message` says why. */
export class DownloadError extends Error {}

export interface TrackerClient {
  /** Gets JSON. @throws TrackerError when it can't be had, with a sentence that says why */
  get(address: string): Promise<Page>
  /** Gets JSON that the token may not be allowed to read. @returns undefined when it is not, or there is none */
  getIfAllowed(address: string): Promise<unknown>
  /** Opens a file. @throws DownloadError */
  download(address: string): Promise<Readable>
}

export interface ClientOptions {
  /** The address that the token is for; it is sent to its host alone. */
  readonly base: URL
  /** Headers that hold the token. */
  readonly credentials: Readonly<Record<string, string>>
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** Told before a wait that people would notice. */
  readonly onWait: (seconds: number) => void
  /** Milliseconds that it waits at least after a refusal because there were too many requests. */
  readonly shortestWait?: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Returns a client of a tracker's REST interface, which waits when the tracker says that there were too many requests,
 * and tries again when it fails. The token leaves this process only for the tracker's own host.
 */
export function trackerClient(options: ClientOptions): TrackerClient {
  return new Client(options)
}

class Client implements TrackerClient {
  readonly #options: ClientOptions
  #notBefore = 0

  constructor(options: ClientOptions) {
    this.#options = options
  }

  async get(address: string): Promise<Page> {
    const { response, text } = await this.#ask(address)
    if (!response.ok) throw new TrackerError(refusal(response, address))
    return { json: parsed(text, address), next: nextPage(response.headers, address) }
  }

  async getIfAllowed(address: string): Promise<unknown> {
    const { response, text } = await this.#ask(address)
    if ([401, 403, 404].includes(response.status)) return undefined
    if (!response.ok) throw new TrackerError(refusal(response, address))
    return parsed(text, address)
  }

  async download(address: string): Promise<Readable> {
    let response: Response
    try {
      response = await this.#attempt(address, (url) => this.#open(url))
    } catch (error) {
      if (!(error instanceof TrackerError)) throw error
      // Another file may be had.
      if (error instanceof AddressRefused) throw new DownloadError(error.message)
      throw new DownloadError(error.message, { cause: error })
    }
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      throw new DownloadError(`the tracker answers ${response.status}`)
    }
    return Readable.fromWeb(response.body as ReadableStream)
  }

  /** Asks for a text. Redirects to another host are refused: its answer would not be the tracker's. */
  #ask(address: string): Promise<{ response: Response; text: string }> {
    return this.#attempt(address, async (url) => {
      const signal = this.#deadline(longestAnswer)
      const response = await this.#follow(url, signal, false)
      return { response, text: await response.text() }
    })
  }

  async #open(url: URL): Promise<Response> {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(new Error('no answer')), longestBeginning)
    const { signal } = this.#options
    try {
      return await this.#follow(url, signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal, true)
    } finally {
      clearTimeout(timer)
    }
  }

  async #attempt<T extends Response | { response: Response }>(
    address: string,
    ask: (url: URL) => Promise<T>,
  ): Promise<T> {
    const url = this.#own(address)
    let refusals = 0
    for (let attempt = 1; ;) {
      await this.#waitForLimit()
      let failure: string
      try {
        const answer = await ask(url)
        const response = answer instanceof Response ? answer : answer.response
        const now = Date.now()
        // Limits of another host that a file comes from are none of the tracker's.
        const limits = new URL(response.url).origin === this.#options.base.origin ? response.headers : new Headers()
        const asked = askedToWait(response.status, limits, now)
        if (asked === undefined) {
          this.#notBefore = Math.max(this.#notBefore, now + untilNextAllowed(limits, now))
          if (response.status < 500 && response.status !== 408) return answer
          failure = `the tracker answers ${response.status}`
        } else {
          this.#notBefore = now + Math.max(asked, this.#options.shortestWait ?? shortestWait)
          refusals += 1
          if (refusals === maxRefusals)
            throw new TrackerError(
              `The tracker refuses ${shown(url)} again and again: too many requests. The same command later goes on from there.`,
            )
          failure = ''
        }
        if (answer instanceof Response) await answer.body?.cancel()
      } catch (error) {
        if (error instanceof TrackerError) throw error
        this.#options.signal?.throwIfAborted()
        failure = reasonOf(error)
      }
      if (failure === '') continue
      if (attempt === attempts)
        throw new TrackerError(`${shown(url)} can’t be read: ${failure}. The same command again goes on from there.`)
      await this.#wait(backoff(attempt))
      attempt += 1
    }
  }

  /** Returns an address of the tracker's own. @throws TrackerError for others: the tracker names what this machine opens */
  #own(address: string): URL {
    const url = httpUrl(address)
    const { base } = this.#options
    if (url.origin === base.origin) return url
    throw new AddressRefused(`${url.origin} is not the tracker’s own address, ${base.origin}, and is not opened.`)
  }

  /** @throws TrackerError when the tracker asks for more than it may */
  async #waitForLimit(): Promise<void> {
    const left = this.#notBefore - Date.now()
    if (left > longestWait)
      throw new TrackerError(
        `The tracker asks to wait ${Math.ceil(left / 60_000)} minutes. Start the import again after that.`,
      )
    await this.#wait(left)
  }

  /** @throws AddressRefused for a redirect to where another host must not send this machine */
  async #checkRedirect(from: URL, next: URL, isAnywhere: boolean): Promise<void> {
    const { base } = this.#options
    if (next.origin === base.origin) return
    if (!isAnywhere)
      throw new TrackerError(
        `${shown(from)} redirects to another host, ${next.host}. Give the address of that one, if it is the tracker.`,
      )
    if (next.protocol !== 'https:')
      throw new AddressRefused(
        `An address without encryption, at ${next.host}, is not followed: ${shown(from)} redirects to it.`,
      )
    if ((await isLocalHost(next.hostname)) && !(await isLocalHost(base.hostname)))
      throw new AddressRefused(
        `An address of a local network, at ${next.host}, is not followed: ${shown(from)} redirects to it.`,
      )
  }

  /** @param isAnywhere whether another host may answer; it never gets the token */
  async #follow(start: URL, signal: AbortSignal, isAnywhere: boolean): Promise<Response> {
    let url = start
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const response = await fetch(url, { headers: this.#headersFor(url), redirect: 'manual', signal })
      const location = [301, 302, 303, 307, 308].includes(response.status) ? response.headers.get('location') : null
      if (location === null) return response
      await response.body?.cancel()
      const next = httpUrl(new URL(location, url).href)
      await this.#checkRedirect(url, next, isAnywhere)
      url = next
    }
    throw new TrackerError(`${shown(start)} redirects too often.`)
  }

  #headersFor(url: URL): Record<string, string> {
    const { base, credentials, headers } = this.#options
    return {
      'user-agent': 'Mothlight',
      ...(url.origin === base.origin && { accept: 'application/json', ...headers, ...credentials }),
    }
  }

  #deadline(ms: number): AbortSignal {
    const { signal } = this.#options
    return signal ? AbortSignal.any([signal, AbortSignal.timeout(ms)]) : AbortSignal.timeout(ms)
  }

  async #wait(ms: number): Promise<void> {
    if (ms <= 0) return
    if (ms >= 10_000) this.#options.onWait(Math.ceil(ms / 1000))
    await pause(ms, undefined, { signal: this.#options.signal })
  }
}

/** @throws TrackerError for anything but http and https, and for addresses that hold a password */
export function httpUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new TrackerError(`‘${address}’ is no address that begins with https:// or http://.`)
  if (url.username || url.password)
    throw new TrackerError(
      'An address must not hold a name or password: others see it. Put the token into MOTHLIGHT_IMPORT_TOKEN.',
    )
  return url
}

/** Returns an address as messages show it: what follows the path may be secret. */
const shown = (url: URL) => `${url.origin}${url.pathname}`

function refusal(response: Response, address: string): string {
  const what = shown(new URL(address))
  if (response.status === 401)
    return `The tracker does not accept the token (401 for ${what}). MOTHLIGHT_IMPORT_TOKEN or --token-file give it.`
  if (response.status === 403) return `The tracker does not allow the token to read ${what} (403).`
  if (response.status === 404)
    return `The tracker has nothing at ${what} (404): it may not exist, or the token may not see it.`
  return `The tracker answers ${response.status} for ${what}.`
}

function parsed(text: string, address: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new TrackerError(
      `${shown(new URL(address))} is no JSON: is it the address of the tracker, and does the token still work?`,
      { cause: error },
    )
  }
}

function nextPage(headers: Headers, address: string): string | undefined {
  const links = headers.get('link')?.split(/,(?=\s*<)/) ?? []
  const next = links.find((link) => /;\s*rel="?next"?/.test(link))
  const target = next && /<([^>]*)>/.exec(next)?.[1]
  return target === undefined ? undefined : new URL(target, address).href
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (error.name === 'TimeoutError') return 'it does not answer in time'
  return code ? `the connection failed (${code})` : `the connection broke off`
}
