import type { CallOf, Endpoint, ReplyOf } from '#shared/http/endpoint.ts'
import { CallError, refusalOf } from './call-error.ts'

/** Milliseconds after which a silent server counts as unreachable. */
const callTimeout = 30_000

interface Transport {
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

type Options<E extends Endpoint> = CallOf<E> & Transport
type Arguments<E extends Endpoint> = object extends CallOf<E> ? [options?: Options<E>] : [options: Options<E>]

interface LooseOptions extends Transport {
  params?: unknown
  query?: unknown
  body?: unknown
}

/**
 * Calls the server; paths, arguments and answer are typed by the endpoint. Answers are trusted as typed, because the
 * server writes them by the same schema.
 * @throws {CallError} for every answer outside 2xx and when no answer comes.
 * @throws the abort reason when `signal` is aborted.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[options]: Arguments<E>): Promise<ReplyOf<E>> {
  const { params, query, body, headers, signal }: LooseOptions = options ?? {}
  const deadline = AbortSignal.timeout(callTimeout)
  try {
    const response = await fetch(addressOf(endpoint.path, params, query), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
    const reply = await parsed(response)
    if (!response.ok || reply === undefined) throw refusalOf(response.status, response.headers, reply)
    return reply as ReplyOf<E>
  } catch (error) {
    if (error instanceof CallError || signal?.aborted) throw error
    throw new CallError({ status: 0, code: 'unreachable', message: 'The server could not be reached.', cause: error })
  }
}

/**
 * Returns the address of a call: with every `:name` of the path filled in, and with a query without absent and empty
 * values.
 */
export function addressOf(path: string, params: unknown, query: unknown): string {
  const values = recordOf(params)
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new TypeError(`The path ${path} needs a value for ${name}.`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(recordOf(query))) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size === 0 ? filled : `${filled}?${search}`
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return (value ?? {}) as Record<string, unknown>
}

async function parsed(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
