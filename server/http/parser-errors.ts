import { type ErrorCode, errorStatus } from '#shared/http/errors.ts'
import type { Logger } from '#server/config/log.ts'
import { Buffer } from 'node:buffer'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { AppError } from './app-error.ts'
import { errorBody } from './errors.ts'
import { newRequestId } from './request-id.ts'
import type { OpenConnections } from './open-connections.ts'

/** What Node's parser refuses, by its code; anything else is not HTTP. */
const refusals: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The address or the headers are longer than this server accepts.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['too-large', 'The body is larger than this server accepts.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request took too long to arrive.'],
}
const malformed = ['invalid-input', 'The request can’t be read: it is not valid HTTP.'] as const

/**
 * Returns a listener for `clientError` that answers what is refused before there is a request (not HTTP, headers too
 * long or too slow) in the shape of every refusal. It ends the connection, because the start of the next request is
 * unknown.
 * @param headers the headers of every answer
 */
export function parserErrorAnswer(
  connections: OpenConnections,
  log: Logger,
  headers: Readonly<Record<string, string>>,
): (error: NodeJS.ErrnoException, stream: Duplex) => void {
  return (error, stream) => {
    const socket = stream as Socket
    if (error.code === 'ECONNRESET' || !socket.writable || connections.isAnswering(socket)) return void socket.destroy()
    const [code, message] = refusals[error.code ?? ''] ?? malformed
    const requestId = newRequestId()
    log.debug({ code, reason: error.message, requestId }, 'refused')
    const body = JSON.stringify(errorBody(new AppError(code, message), requestId))
    const lines = Object.entries({
      ...headers,
      date: new Date().toUTCString(),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      'x-request-id': requestId,
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    const status = errorStatus[code]
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    socket.destroySoon()
  }
}
