import type * as z from 'zod/mini'
import type { Access } from '#shared/access/permissions.ts'
import type { ErrorCode } from '#shared/http/errors.ts'

type Schema = z.ZodMiniType

/**
 * One event that a client may send over the socket, declared once: the server serves it, the web client sends it, and
 * the access tests read it. `reply` is the content of the acknowledgement; undeclared fields never leave the server.
 */
export interface SocketEvent {
  readonly name: string
  readonly access: Access
  readonly summary: string
  readonly payload: Schema
  readonly reply: Schema
}

/** Declares a socket event and keeps the exact types of its schemas. */
export function socketEvent<const E extends SocketEvent>(declaration: E): E {
  return declaration
}

/** What a sender passes, before validation. */
export type SentPayload<E extends SocketEvent> = z.input<E['payload']>
/** What a handler receives, after validation. */
export type Payload<E extends SocketEvent> = z.output<E['payload']>
export type SocketReply<E extends SocketEvent> = z.output<E['reply']>

/** An acknowledgement: the reply, or why the event was refused. A refused event changes nothing. */
export type Acknowledgement<E extends SocketEvent> =
  ({ readonly ok: true } & SocketReply<E>) | { readonly ok: false; readonly error: SocketRefusal }

export interface SocketRefusal {
  readonly code: ErrorCode
  /** A sentence for people. */
  readonly message: string
  readonly field?: string
  /** Whole seconds until another try can succeed. */
  readonly retryAfterSeconds?: number
  /** Finds the event's lines in the server's log. */
  readonly requestId?: string
}
