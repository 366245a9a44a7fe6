import { answerParent } from '#bench/processes/answer-parent.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'

/** Jobs of the process that plays the visitors and the staff. */
export type ChatJob =
  | {
      readonly do: 'connect'
      readonly port: number
      readonly visitors: number
      readonly staffCookies: readonly string[]
    }
  /**
   * Everybody sends at a fixed pace: `perSecond` round trips begin each second, whether earlier ones are done or not.
   */
  | { readonly do: 'pace'; readonly seconds: number; readonly perSecond: number }
  /** So many visitors send the next message as soon as the last one is answered. */
  | { readonly do: 'rush'; readonly seconds: number; readonly talking: number }
  | { readonly do: 'disconnect' }

/** Milliseconds of each finished round trip, the number of messages, and how many were not answered in time. */
export interface ChatResult {
  readonly roundTrips: Float64Array
  readonly lost: number
}

/** Milliseconds after which a round trip counts as lost. */
const roundTripLimit = 10_000
/** Number of connections that are opened at once. */
const width = 50

interface Visitor {
  readonly socket: Socket
  answered: (() => void) | undefined
}

let visitors: Visitor[] = []
let staff: Socket[] = []
let nextVisitor = 0

answerParent(async (question) => {
  const job = question as ChatJob
  if (job.do === 'connect') return connect(job)
  if (job.do === 'pace') return pace(job)
  if (job.do === 'rush') return rush(job)
  return disconnect()
})

async function connect({ port, visitors: count, staffCookies }: Extract<ChatJob, { do: 'connect' }>): Promise<number> {
  const open = async (cookie?: string) => {
    const socket = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      timeout: 60_000,
      ...(cookie && { extraHeaders: { cookie } }),
    })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    return socket
  }
  staff = await Promise.all(staffCookies.map(open))
  // Each conversation has one member of staff, who answers at once.
  staff.forEach((socket, index) =>
    socket.on('chat-message', ({ conversationId, message }: { conversationId: string; message: string }) => {
      if (!message.startsWith('v') || Number(message.slice(1)) % staff.length !== index) return
      socket.emit('chat-message', { message: `s${message}`, conversationId }, () => {})
    }),
  )
  visitors = []
  while (visitors.length < count) {
    const more = Math.min(width, count - visitors.length)
    const sockets = await Promise.all(Array.from({ length: more }, () => open()))
    visitors.push(
      ...sockets.map((socket) => {
        const visitor: Visitor = { socket, answered: undefined }
        socket.on('chat-message', () => visitor.answered?.())
        return visitor
      }),
    )
  }
  return visitors.length
}

/** Sends one message of a visitor and waits for its answer. @returns milliseconds, or undefined when it was lost */
async function roundTrip(visitor: Visitor, index: number): Promise<number | undefined> {
  const began = performance.now()
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const overdue = setTimeout(() => resolve(undefined), roundTripLimit)
  visitor.answered = () => resolve(performance.now() - began)
  visitor.socket.emit('chat-message', { message: `v${index}`, clientId: `${index} ${began}` }, () => {})
  const time = await promise
  clearTimeout(overdue)
  visitor.answered = undefined
  return time
}

async function pace({ seconds, perSecond }: Extract<ChatJob, { do: 'pace' }>): Promise<ChatResult> {
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1000
  const trips: Promise<number | undefined>[] = []
  for (; elapsed() < seconds; await sleep(2)) {
    while (trips.length < elapsed() * perSecond) {
      const index = nextVisitor++ % visitors.length
      const visitor = visitors[index]
      if (visitor && !visitor.answered) trips.push(roundTrip(visitor, index))
    }
  }
  return resultOf(await Promise.all(trips))
}

async function rush({ seconds, talking }: Extract<ChatJob, { do: 'rush' }>): Promise<ChatResult> {
  const end = performance.now() + seconds * 1000
  const times: (number | undefined)[] = []
  const talk = async (visitor: Visitor, index: number) => {
    while (performance.now() < end) times.push(await roundTrip(visitor, index))
  }
  await Promise.all(visitors.slice(0, talking).map(talk))
  return resultOf(times)
}

function resultOf(times: readonly (number | undefined)[]): ChatResult {
  const done = times.filter((time) => time !== undefined)
  return { roundTrips: Float64Array.from(done), lost: times.length - done.length }
}

function disconnect(): number {
  const count = visitors.length
  for (const { socket } of visitors) socket.disconnect()
  for (const socket of staff) socket.disconnect()
  visitors = []
  staff = []
  return count
}
