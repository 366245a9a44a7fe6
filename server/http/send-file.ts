import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'

/** A file as the answer to a call. */
export interface FileAnswer {
  readonly name: string
  readonly mediaType: string
  /** A browser may show it where it stands; otherwise it saves it, whatever it is. */
  readonly isInline: boolean
  /** The same tag always means the same bytes. */
  readonly tag: string
  /** Opens the content; called only when it has to be sent. */
  readonly open: () => Promise<{ readonly bytes: number; readonly content: Readable }>
}

/**
 * Sends a file that somebody uploaded so that nothing in it can run as a part of the product: its type is what the server
 * found it to be, and opened by itself it has no origin and may load nothing.
 */
export async function sendFile(reply: FastifyReply, file: FileAnswer): Promise<unknown> {
  const etag = `"${file.tag}"`
  const opened = holds(reply.request.headers['if-none-match'], etag) ? undefined : await file.open()
  void reply
    .header('etag', etag)
    .header('cache-control', 'private, max-age=86400, immutable')
    // Whoever uses the browser next has another session.
    .header('vary', 'cookie')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', disposition(file))
  if (!opened) return reply.code(304).send()
  return reply
    .type(file.isInline ? file.mediaType : 'application/octet-stream')
    .header('content-length', opened.bytes)
    .send(opened.content)
}

function holds(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((held) => held.trim().replace(/^W\//, '') === etag)
}

/** Names in other alphabets are told in the form of RFC 8187; old clients read the other one. */
function disposition({ name, isInline }: FileAnswer): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
