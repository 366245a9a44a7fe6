import type { FastifyReply } from 'fastify'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

/** A file as the answer to a call. */
export interface FileAnswer {
  readonly name: string
  readonly mediaType: string
  /** Whether a browser may show it in the page; otherwise the browser saves it. */
  readonly isInline: boolean
  /** The same tag always means the same bytes. */
  readonly tag: string
  /** Opens the content. Called only when it has to be sent. */
  readonly open: () => Promise<{ readonly bytes: number; readonly content: Readable }>
}

/** A file that is made while it is sent. */
export interface StreamAnswer {
  readonly name: string
  readonly mediaType: string
  /** Destroyed when the client goes away; an error of it cuts the connection off, so that no half looks whole. */
  readonly content: Readable
}

/** Sends what is for saving only, without keeping it. */
export async function sendStream(reply: FastifyReply, { name, mediaType, content }: StreamAnswer): Promise<unknown> {
  void reply
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', disposition({ name, isInline: false }))
    .type(mediaType)
  // Fastify would read a whole stream to answer with its head.
  if (reply.request.method !== 'HEAD') return reply.send(content)
  await once(content.destroy(), 'close')
  return reply.send()
}

/**
 * Sends an uploaded file so that nothing in it can run as part of the product: its type is the one that the server
 * detected, and a file opened by itself has no origin and may load nothing.
 */
export async function sendFile(reply: FastifyReply, file: FileAnswer): Promise<unknown> {
  const etag = `"${file.tag}"`
  const opened = holds(reply.request.headers['if-none-match'], etag) ? undefined : await file.open()
  void reply
    .header('etag', etag)
    // Asked again each time, by its tag: who may see it may have changed.
    .header('cache-control', 'private, no-cache')
    // Another person may use the same browser with another session.
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

/**
 * Returns the header with the file's name. Names in other alphabets use the form of RFC 8187; old clients read the
 * plain one.
 */
function disposition({ name, isInline }: Pick<FileAnswer, 'name' | 'isInline'>): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
