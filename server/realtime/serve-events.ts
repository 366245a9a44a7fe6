import { decideAccess, type Actor } from '#server/access/actor.ts'
import type { Logger } from '#server/config/log.ts'
import { withRequestId } from '#server/config/request-context.ts'
import { AppError } from '#server/http/app-error.ts'
import { asRefusal, causeOf } from '#server/http/errors.ts'
import { countOrRefuse } from '#server/http/rate-limit.ts'
import { newRequestId } from '#server/http/request-id.ts'
import { validate } from '#server/http/validate.ts'
import type { ErrorCode } from '#shared/http/errors.ts'
import type {
  Acknowledgement,
  Payload,
  SocketEvent,
  SocketRefusal,
  SocketReply,
} from '#shared/realtime/socket-event.ts'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { ClientSocket, Sockets } from './socket-server.ts'
import { rightsKeyOf } from './rights-key.ts'

/** What a handler of a socket event gets: the sender and the validated payload. */
export interface EventCall<E extends SocketEvent> {
  readonly socket: ClientSocket
  readonly actor: E['access'] extends 'public' ? Actor | null : Actor
  readonly payload: Payload<E>
  /** Lets the client's next event start now, instead of when this one is done. */
  readonly letNextBegin: () => void
}

type Handler<E extends SocketEvent> = (call: EventCall<E>) => Promise<SocketReply<E>>

/** Binds socket events to functions. A sender without access is refused before the payload is read. */
export interface EventRoutes {
  readonly bound: ReadonlySet<SocketEvent>
  on<E extends SocketEvent>(event: E, run: Handler<E>): void
  /** Resolves when the events in progress are answered; no further one is accepted. */
  finish(): Promise<void>
}

/** The position of an event among those of its socket. */
interface QueuePosition {
  readonly before: Promise<void>
  readonly letNextBegin: () => void
}

export interface EventOptions {
  readonly log: Logger
  /** Returns who holds a session token; null when nobody does any more. */
  readonly resolveActor: (token: string) => Promise<Actor | null>
  /** Called when an event was refused for a client that gave no acknowledgement function. */
  readonly tellRefusal: (socket: ClientSocket, refusal: SocketRefusal) => void
  /** Events that one socket may send in 5 seconds, of all kinds together. */
  readonly floodEvents: number
  /** Called for every event that was answered; `name` is undefined for one that has no handler. */
  readonly onServed?: ((name: string | undefined, outcome: 'ok' | ErrorCode) => void) | undefined
  /** Called before the first event of a connection. */
  readonly onConnection: (socket: ClientSocket) => void
}

/** Seconds in which the events of one socket are counted together. */
const floodSeconds = 5

/**
 * Serves events on every socket: access is denied by default, rights are checked at each event, refusals have one
 * shape, and only declared fields are sent.
 */
export function eventsOn(io: Sockets, options: EventOptions): EventRoutes {
  const handlers = new Map<string, { event: SocketEvent; run: Handler<SocketEvent> }>()
  const bound = new Set<SocketEvent>()
  const running = new Set<Promise<void>>()
  const flood = new RateLimiterMemory({ points: options.floodEvents, duration: floodSeconds })
  let finishing = false

  async function serve(
    socket: ClientSocket,
    { before, letNextBegin }: QueuePosition,
    name: string,
    payload: unknown,
  ): Promise<Record<string, unknown>> {
    await countOrRefuse(flood, socket.id, (seconds) => `That is too much at once; wait ${seconds} s.`)
    await before
    if (finishing) throw new AppError('unavailable', 'The server is restarting; try again.', { retryAfterSeconds: 2 })
    const handler = handlers.get(name)
    if (!handler) throw new AppError('not-found', 'There is no such event.')
    const { sessionToken } = socket.data.handshake
    const actor = sessionToken ? await options.resolveActor(sessionToken) : null
    if (rightsKeyOf(socket.data.actor) !== rightsKeyOf(actor)) throw outdated(socket)
    const decision = decideAccess(handler.event.access, actor)
    if (decision === 'not-signed-in') throw new AppError('not-signed-in', 'Sign in first.')
    if (decision === 'forbidden') throw new AppError('forbidden', `This needs the permission ${handler.event.access}.`)
    const input = validate(handler.event.payload, payload, 'payload')
    const reply = await handler.run({ socket, actor, payload: input, letNextBegin } as EventCall<SocketEvent>)
    return handler.event.reply.parse(reply) as Record<string, unknown>
  }

  async function answer(
    id: string,
    socket: ClientSocket,
    position: QueuePosition,
    name: string,
    args: readonly unknown[],
  ): Promise<void> {
    const last = args.at(-1)
    const acknowledge = typeof last === 'function' ? (last as (reply: unknown) => void) : undefined
    try {
      const reply = await serve(socket, position, name, acknowledge && args.length === 1 ? undefined : args[0])
      acknowledge?.({ ok: true, ...reply } satisfies Acknowledgement<SocketEvent>)
      options.onServed?.(name, 'ok')
    } catch (error) {
      const refusal = refusalOf(error, id, options.log)
      options.onServed?.(handlers.has(name) ? name : undefined, refusal.code)
      if (acknowledge) acknowledge({ ok: false, error: refusal } satisfies Acknowledgement<SocketEvent>)
      else options.tellRefusal(socket, refusal)
    }
  }

  io.on('connection', (socket) => {
    options.onConnection(socket)
    // Events of one client are handled in the order of sending: a name applies to the message after it.
    let before = Promise.resolve()
    socket.onAny((name: unknown, ...args: unknown[]) => {
      const { promise, resolve: letNextBegin } = Promise.withResolvers<void>()
      const id = newRequestId()
      const position = { before, letNextBegin }
      const work = withRequestId(id, () => answer(id, socket, position, String(name), args)).finally(() => {
        letNextBegin()
        running.delete(work)
      })
      before = promise
      running.add(work)
    })
  })

  return {
    bound,
    on: (event, run) => {
      if (handlers.has(event.name)) throw new Error(`The event ${event.name} is bound twice`)
      bound.add(event)
      handlers.set(event.name, { event, run: run as Handler<SocketEvent> })
    },
    finish: async () => {
      finishing = true
      await Promise.all(running)
    },
  }
}

/** Returns the refusal for a socket that was opened as another person: the client has to open a new one. */
function outdated(socket: ClientSocket): AppError {
  setImmediate(() => socket.disconnect(true))
  return new AppError('not-signed-in', 'You have been signed out, or your rights have changed; connect again.')
}

function refusalOf(error: unknown, requestId: string, log: Logger): SocketRefusal {
  const refusal = asRefusal(error as Parameters<typeof asRefusal>[0])
  if (refusal.code === 'internal') log.error({ err: error }, 'a socket event failed')
  if (refusal.code === 'unavailable') log.warn(causeOf(refusal, error), 'a socket event could not be served')
  const { field, retryAfterSeconds } = refusal.details
  return {
    code: refusal.code,
    message: refusal.message,
    ...(field && { field }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    requestId,
  }
}
