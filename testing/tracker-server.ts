import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a tracker got. */
export interface TrackerRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

/** What a tracker answers: JSON, unless it is bytes. */
export interface TrackerAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly bytes?: Buffer
  /** The connection ends after so many bytes of the answer. */
  readonly breaksAfter?: number
}

export interface TrackerServer {
  /** Without a slash at the end. */
  readonly url: string
  readonly requests: TrackerRequest[]
  /**
   * Answers instead of the tracker while it returns something.
   * @param count of the requests so far, from 1
   */
  trouble: ((request: TrackerRequest, count: number) => TrackerAnswer | undefined) | undefined
  close(): Promise<void>
}

/** Starts a server that answers as a tracker does. @param answer undefined: 404 */
export async function startTracker(
  answer: (request: TrackerRequest, url: string) => TrackerAnswer | undefined,
): Promise<TrackerServer> {
  const requests: TrackerRequest[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', tracker.url)
    const got = { path: decodeURIComponent(pathname), query: searchParams, headers: request.headers }
    requests.push(got)
    send(response, tracker.trouble?.(got, requests.length) ?? answer(got, tracker.url) ?? { status: 404, json: {} })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const tracker: TrackerServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    trouble: undefined,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return tracker
}

function send(response: ServerResponse, { status = 200, headers = {}, json, bytes, breaksAfter }: TrackerAnswer): void {
  const body = bytes ?? Buffer.from(JSON.stringify(json ?? {}))
  const type = bytes ? 'application/octet-stream' : 'application/json'
  response.writeHead(status, { 'content-type': type, 'content-length': String(body.length), ...headers })
  if (breaksAfter === undefined) response.end(body)
  else response.write(body.subarray(0, breaksAfter), () => response.destroy())
}
