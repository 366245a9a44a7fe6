import type * as z from 'zod/mini'
import type { Access } from '#shared/access/permissions.ts'
import type { ErrorCode } from './errors.ts'

type Schema = z.ZodMiniType

/**
 * One call of the HTTP interface, declared once: the server serves it, the web client calls it, and the access tests
 * read it. `reply` is the body of status 200; undeclared fields never leave the server.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `:name` for each parameter. */
  readonly path: `/api/${string}`
  readonly access: Access
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /**
   * `bytes`: the body is any bytes instead of JSON, sent as application/octet-stream, as many as the handler accepts;
   * there is no `body` then. `one-click`: the body is the form that mail programs send to unsubscribe (RFC 8058), and
   * anything else is refused; there is no `body` then either.
   */
  readonly takes?: 'bytes' | 'one-click'
  /** `file`: status 200 is the content of a file; `reply` is never then. */
  readonly gives?: 'file'
  readonly reply: Schema
  /** The content of the refusal `conflict` beside `error`, under the key `conflict`. */
  readonly conflict?: Schema
  /** The account in the refusal `email-taken` beside `error`, under the key `account`; absent for who may not see whose it is. */
  readonly account?: Schema
  /** Keys of a refusal beside `error`, for the calls where the specification demands some. */
  readonly refusal?: (code: ErrorCode) => Readonly<Record<string, unknown>>
}

/** Declares an endpoint and keeps the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

type In<S> = S extends Schema ? z.input<S> : undefined
type Out<S> = S extends Schema ? z.output<S> : undefined
type Part<E, K extends string> = E extends Readonly<Record<K, infer S>> ? S : undefined

/** What a handler receives, after validation. */
export type ParamsOf<E extends Endpoint> = Out<Part<E, 'params'>>
export type QueryOf<E extends Endpoint> = Out<Part<E, 'query'>>
export type BodyOf<E extends Endpoint> = Out<Part<E, 'body'>>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** What a caller passes, before validation. */
export type CallOf<E extends Endpoint> = (Part<E, 'params'> extends Schema
  ? { params: In<Part<E, 'params'>> }
  : object) &
  (Part<E, 'query'> extends Schema ? { query?: In<Part<E, 'query'>> } : object) &
  (Part<E, 'body'> extends Schema ? { body: In<Part<E, 'body'>> } : object)
