import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/**
 * Sends a request over the network unchanged, even where browsers and libraries would normalize it.
 * @throws Error when the connection ends without an answer
 */
export async function sendRaw(
  port: number,
  input: {
    readonly method: string
    readonly path: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: Buffer | string | undefined
  },
  agent?: Agent,
): Promise<RawAnswer> {
  const { body } = input
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sending = request({
    host: '127.0.0.1',
    port,
    method: input.method,
    path: input.path,
    headers: { ...length, ...input.headers },
    ...(agent && { agent }),
  })
  const answered = once(sending, 'response')
  sending.end(body)
  // A server that refuses a body early may close the connection while the body is still being sent.
  sending.on('error', () => {})
  const [answer] = (await answered) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString('utf8') }
}
