import type { CallOf, Endpoint } from '#shared/http/endpoint.ts'
import { CallError, refusalOf } from './call-error.ts'
import { addressOf } from './call.ts'

/**
 * Asks for a file that the server makes while it sends it, and returns it once it is whole.
 * @throws {CallError} for every answer outside 2xx, and when the answer breaks off.
 * @throws the abort reason when `signal` is aborted.
 */
export async function fetchFile<E extends Endpoint & { readonly gives: 'file' }>(
  endpoint: E,
  { query, signal }: { query: (CallOf<E> & { query?: unknown })['query']; signal: AbortSignal },
): Promise<{ readonly name: string; readonly content: Blob }> {
  try {
    const response = await fetch(addressOf(endpoint.path, undefined, query), { credentials: 'same-origin', signal })
    if (!response.ok) throw refusalOf(response.status, response.headers, await response.json().catch(() => undefined))
    const [, name = 'download'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    return { name, content: await response.blob() }
  } catch (error) {
    if (error instanceof CallError || signal.aborted) throw error
    throw new CallError({ status: 0, code: 'unreachable', message: 'The file did not arrive.', cause: error })
  }
}
