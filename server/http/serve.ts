import { type Actor, decideAccess } from '#server/access/actor.ts'
import { sightClass } from '#server/access/sight.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { InTx } from '#server/events/transactor.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#shared/http/endpoint.ts'
import buildStringify, { type Schema } from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { AppError } from './app-error.ts'
import type { Availability } from './availability.ts'
import { extendBodyTimeout, requireOneClick } from './binary-body.ts'
import { type FileAnswer, sendFile, sendStream, type StreamAnswer } from './send-file.ts'
import {
  browserTokenOf,
  clearSessionCookie,
  sessionTokenOf,
  setBrowserCookie,
  setSessionCookie,
} from './session-cookie.ts'
import { validate } from './validate.ts'

type ActorFor<E extends Endpoint> = E['access'] extends 'public' ? Actor | null : Actor

/** What every handler gets: the caller and the validated input. */
export interface Call<E extends Endpoint> {
  readonly actor: ActorFor<E>
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: E extends { readonly takes: 'bytes' } ? Readable : BodyOf<E>
  /** The length of the body in bytes, as the caller declares it. */
  readonly declaredBytes: number | undefined
  /** The caller's network address, as reported by trusted proxies. */
  readonly address: string
  readonly userAgent: string
  /** The token that the browser was given as `SessionChange.browserToken`; not verified yet. */
  readonly browserToken: string | undefined
  /** The Idempotency-Key header. */
  readonly idempotencyKey: string | undefined
}

/** Returned by a handler that changes who is signed in. The cookie is sent only after everything succeeded. */
export interface SessionChange {
  readonly startSession?: string
  /** A token that the browser keeps beside the session and sends with logins only. */
  readonly browserToken?: string
  readonly endSession?: true
}

type Answer<E extends Endpoint> = Promise<ReplyOf<E>>

/** Binds endpoints to functions. A caller without access is refused before the input is read. */
export interface Routes {
  /** Binds a call that only reads. */
  read<E extends Endpoint>(endpoint: E, run: (call: Call<E>, db: Db) => Answer<E>): void
  /** Binds a call that writes: `run` gets its transaction, which commits when it returns. */
  write<E extends Endpoint>(endpoint: E, run: (call: Call<E>, tx: Tx) => Answer<E>): void
  /** Binds a call with slow work around its transaction (password hashing), or one that starts or ends a session. */
  act<E extends Endpoint>(
    endpoint: E,
    run: (call: Call<E>, database: { db: Db; inTx: InTx }) => Promise<SessionChange & { reply: ReplyOf<E> }>,
  ): void
  /** Binds a call that answers with the content of a file. */
  file<E extends Endpoint & { readonly gives: 'file' }>(
    endpoint: E,
    run: (call: Call<E>, db: Db) => Promise<FileAnswer>,
  ): void
  /**
   * Binds a call that answers with a file that is made while it is sent. `run` gets what refuses to go on once the caller's
   * rights are no longer those of the beginning.
   */
  stream<E extends Endpoint & { readonly gives: 'file' }>(
    endpoint: E,
    run: (call: Call<E>, refuseOtherRights: () => Promise<void>) => Promise<StreamAnswer>,
  ): void
}

export interface ServeOptions {
  readonly db: Db
  readonly inTx: InTx
  /** Returns who holds this session token; null when nobody does any more. */
  readonly resolveActor: (token: string) => Promise<Actor | null>
  /** Returns the id of the bug that a text names which stands for one in a path. */
  readonly bugNamed: (text: string) => Promise<string>
  readonly availability: Availability
  /** Whether people reach the product by https. */
  readonly isHttps: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Every caller gets the same answer: a cached one may be used again once the server has confirmed it. */
    isAlikeForAll?: boolean
  }
}

/** Creates the binder. @returns the binder, and the endpoints bound so far */
export function routesOn(
  http: FastifyInstance,
  options: ServeOptions,
): Routes & { readonly bound: ReadonlySet<Endpoint> } {
  const bound = new Set<Endpoint>()
  http.decorateRequest('actor', null)

  function bind<E extends Endpoint>(
    endpoint: E,
    handle: (call: Call<E>, reply: FastifyReply) => Promise<unknown>,
  ): void {
    if (bound.has(endpoint)) throw new Error(`${endpoint.method} ${endpoint.path} is bound twice`)
    bound.add(endpoint)
    http.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      // A file is sent as it is: most files are compressed already, and the tag stands for these bytes.
      ...(endpoint.gives === 'file' && { compress: false as const }),
      ...(!endpoint.gives && {
        schema: { response: { 200: {} } },
        serializerCompiler: () => (reply) => replyWriter(endpoint)(reply),
      }),
      onRequest: async (request) => {
        await admit(endpoint, request)
        if (endpoint.takes === 'bytes') extendBodyTimeout(request.raw)
      },
      handler: async (request, reply) => handle(await withBug(callOf(endpoint, request)), reply),
    })
  }

  async function admit(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
    options.availability.refuseWhileAway()
    const token = sessionTokenOf(request)
    request.actor = token ? await options.resolveActor(token) : null
    const decision = decideAccess(endpoint.access, request.actor)
    if (decision === 'not-signed-in') throw new AppError('not-signed-in', 'Sign in first: POST /api/user/login.')
    if (decision === 'forbidden') throw new AppError('forbidden', `This needs the permission ${endpoint.access}.`)
    // Checked before the bytes are received.
    if (endpoint.takes === 'bytes') options.availability.refuseWrites()
  }

  /** Returns what refuses as soon as the caller of a request has other rights than when it was admitted. */
  function sameRightsAs(request: FastifyRequest): () => Promise<void> {
    const token = sessionTokenOf(request)
    const atFirst = rightsOf(request.actor)
    return async () => {
      const actor = token ? await options.resolveActor(token) : null
      if (rightsOf(actor) !== atFirst) throw new AppError('forbidden', 'The caller’s rights have changed meanwhile.')
    }
  }

  /** A path may name a bug by its key as well. */
  async function withBug<E extends Endpoint>(call: Call<E>): Promise<Call<E>> {
    const params: { readonly bugId?: string } = call.params ?? {}
    if (params.bugId === undefined) return call
    const bugId = await options.bugNamed(params.bugId)
    return bugId === params.bugId ? call : { ...call, params: { ...params, bugId } as unknown as ParamsOf<E> }
  }

  /** Runs the work of a call that writes, if there is room for it. */
  async function inRoom<T>(work: () => Promise<T>): Promise<T> {
    options.availability.refuseWrites()
    return work()
  }

  return {
    bound,
    read: (endpoint, run) => bind(endpoint, (call) => run(call, options.db)),
    write: (endpoint, run) => bind(endpoint, (call) => inRoom(() => options.inTx((tx) => run(call, tx)))),
    act: (endpoint, run) =>
      bind(endpoint, async (call, reply) => {
        const outcome = await inRoom(() => run(call, { db: options.db, inTx: options.inTx }))
        if (outcome.startSession) setSessionCookie(reply, outcome.startSession, options.isHttps)
        if (outcome.browserToken) setBrowserCookie(reply, outcome.browserToken, options.isHttps)
        if (outcome.endSession) clearSessionCookie(reply, options.isHttps)
        return outcome.reply
      }),
    file: (endpoint, run) => bind(endpoint, async (call, reply) => sendFile(reply, await run(call, options.db))),
    stream: (endpoint, run) =>
      bind(endpoint, async (call, reply) => sendStream(reply, await run(call, sameRightsAs(reply.request)))),
  }
}

type ReplyWriter = (reply: unknown) => string

const writers = new WeakMap<Endpoint, ReplyWriter>()

/**
 * Returns what writes a reply as the endpoint's contract declares it, and nothing else. It is built when the first reply is written:
 * building those of all endpoints takes a sixth of a start.
 */
function replyWriter(endpoint: Endpoint): ReplyWriter {
  let writer = writers.get(endpoint)
  if (!writer) {
    writer = buildStringify(z.toJSONSchema(endpoint.reply, { target: 'draft-7', io: 'output' }) as Schema)
    writers.set(endpoint, writer)
  }
  return writer
}

const rightsOf = (actor: Actor | null) =>
  actor && `${actor.userId} ${[...actor.permissions].toSorted().join(',')} ${sightClass(actor)}`

function callOf<E extends Endpoint>(endpoint: E, request: FastifyRequest): Call<E> {
  const key = request.headers['idempotency-key']
  if (endpoint.takes === 'one-click') requireOneClick(request)
  return {
    actor: request.actor as ActorFor<E>,
    params: validate(endpoint.params, request.params, 'path') as ParamsOf<E>,
    query: validate(endpoint.query, request.query, 'query') as QueryOf<E>,
    body: (endpoint.takes === 'bytes'
      ? bytesOf(request)
      : validate(endpoint.body, request.body, 'body')) as Call<E>['body'],
    declaredBytes: declaredBytes(request),
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    browserToken: browserTokenOf(request),
    idempotencyKey: typeof key === 'string' && key !== '' ? key : undefined,
  }
}

/**
 * Returns the body of an endpoint that takes bytes. @throws AppError unsupported-media-type when it was read as
 * anything else
 */
function bytesOf({ body }: FastifyRequest): Readable {
  if (body instanceof Readable) return body
  throw new AppError('unsupported-media-type', 'The body must be bytes: send Content-Type: application/octet-stream.')
}

function declaredBytes({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}
