import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { NodeFact, NodeMessage } from './declare.ts'
import { type Limit, memoryLimit } from './limits.ts'
import { type Changes, Peers } from './peers.ts'
import { type FactRow, type Packet, readPacket } from './wire.ts'

/** What carries texts between the nodes. What can't be sent at the moment is lost. */
export interface NodeLink {
  /** Whether texts reach the others at the moment, as far as is known. */
  readonly isReached: boolean
  publish(text: string): void
  /**
   * @param onText hears what every node publishes, this one included
   * @param onReady the link is there, for the first time or again
   */
  open(onText: (text: string) => void, onReady: () => void): void
  /** A limit that counts for all nodes together. */
  limit(name: string, points: number, seconds: number): Limit
  close(): Promise<void>
}

/** Changes within so many milliseconds are told together. */
const pause = 20

/** Times in milliseconds. */
export interface NodeTimes {
  /** How often a node says that it lives. */
  readonly beat: number
  /** A node that was not heard of for so long is taken for dead, and what it knew with it. */
  readonly silence: number
}

/**
 * What this process and the others on the same database know of one another beyond the database: who is there, and
 * what is said in passing. Without a link this node is the only one. Nothing of it is kept: a node tells again what it
 * knows whenever another one asks, and what a dead one knew is forgotten.
 */
export class Nodes {
  readonly #link: NodeLink | undefined
  readonly #self = randomUUID()
  readonly #peers = new Peers()
  readonly #own = new Map<string, FactRow>()
  readonly #changed = new Set<string>()
  readonly #hearers = new Map<string, (data: unknown) => void>()
  readonly #watchers = new Map<string, (keys: ReadonlySet<string>) => void>()
  #seq = 0
  #tellsAll = false
  #pausing: NodeJS.Timeout | undefined
  #beating: NodeJS.Timeout | undefined

  readonly #times: NodeTimes

  /** @param link undefined: there are no other nodes */
  constructor(link?: NodeLink, times: NodeTimes = { beat: 2_000, silence: 7_000 }) {
    this.#link = link
    this.#times = times
  }

  /** Whether the others can be reached; undefined when there are none by the settings. */
  get isReached(): boolean | undefined {
    return this.#link?.isReached
  }

  /** How many nodes are known to live, this one included. */
  get count(): number {
    return this.#peers.count + 1
  }

  /** Begins to speak with the others; everything that hears is to be bound before. */
  start(): void {
    const link = this.#link
    if (!link) return
    link.open(
      (text) => this.#receive(text),
      () => {
        this.#publish({ kind: 'ask', from: this.#self })
        this.#tellAll()
      },
    )
    this.#beating = setInterval(() => {
      this.#publish({ kind: 'beat', from: this.#self, seq: this.#seq })
      for (const node of this.#peers.silentFor(this.#times.silence)) this.#tellWatchers(this.#peers.forget(node))
    }, this.#times.beat)
    this.#beating.unref()
  }

  /** Says something to the other nodes. */
  say<T>(message: NodeMessage<T>, data: T): void {
    this.#publish({ kind: 'say', from: this.#self, name: message.name, data })
  }

  /** Hears what the other nodes say. */
  hear<T>(message: NodeMessage<T>, hearer: (data: T) => void): void {
    this.#hearers.set(message.name, (data) => {
      const read = z.safeParse(message.schema, data)
      if (read.success) hearer(read.data)
    })
  }

  /** Lets the others know something, until it is changed, taken back with undefined, or this node ends. */
  share<T>(fact: NodeFact<T>, key: string, value: T | undefined): void {
    if (!this.#link) return
    const id = `${fact.name} ${key}`
    const before = this.#own.get(id)?.[2]
    if (JSON.stringify(before) === JSON.stringify(value)) return
    if (value === undefined) this.#own.delete(id)
    else this.#own.set(id, [fact.name, key, value])
    this.#changed.add(id)
    this.#tellSoon()
  }

  /** What the others know under a key, one value a node. */
  others<T>(fact: NodeFact<T>, key: string): T[] {
    const read = this.#peers.values(fact.name, key).map((value) => z.safeParse(fact.schema, value))
    return read.filter(({ success }) => success).map(({ data }) => data as T)
  }

  /** Hears which keys have changed with the others. */
  watch<T>(fact: NodeFact<T>, watcher: (keys: ReadonlySet<string>) => void): void {
    this.#watchers.set(fact.name, watcher)
  }

  /** A limit that counts for all nodes together; for this one alone while the others can't be reached. */
  limit(name: string, points: number, seconds: number): Limit {
    return this.#link?.limit(name, points, seconds) ?? memoryLimit(points, seconds)
  }

  /** Says goodbye and ends the link. */
  async stop(): Promise<void> {
    clearInterval(this.#beating)
    clearTimeout(this.#pausing)
    this.#publish({ kind: 'bye', from: this.#self })
    await this.#link?.close()
  }

  #publish(packet: Packet): void {
    this.#link?.publish(JSON.stringify(packet))
  }

  #tellAll(): void {
    this.#tellsAll = true
    this.#tellSoon()
  }

  #tellSoon(): void {
    this.#pausing ??= setTimeout(() => this.#tell(), pause)
  }

  #tell(): void {
    this.#pausing = undefined
    this.#seq++
    const state = { from: this.#self, seq: this.#seq }
    if (this.#tellsAll) this.#publish({ kind: 'state', ...state, facts: [...this.#own.values()] })
    else {
      const facts = [...this.#changed].map((id): FactRow => this.#own.get(id) ?? gone(id))
      this.#publish({ kind: 'change', ...state, facts })
    }
    this.#tellsAll = false
    this.#changed.clear()
  }

  #receive(text: string): void {
    const packet = readPacket(text)
    if (!packet || packet.from === this.#self) return
    const { kind, from } = packet
    if (kind === 'say') this.#hearers.get(packet.name)?.(packet.data)
    else if (kind === 'bye') this.#tellWatchers(this.#peers.forget(from))
    else if (kind === 'ask') {
      if (packet.to === undefined || packet.to === this.#self) this.#tellAll()
    } else if (kind === 'state') this.#tellWatchers(this.#peers.replace(from, packet.seq, packet.facts))
    else {
      const known =
        kind === 'beat' ? this.#peers.beat(from, packet.seq) : this.#peers.change(from, packet.seq, packet.facts)
      if (known instanceof Map) this.#tellWatchers(known)
      // Something was missed, or this is a node that was taken for dead.
      else if (!known) this.#publish({ kind: 'ask', from: this.#self, to: from })
    }
  }

  #tellWatchers(changes: Changes): void {
    for (const [name, keys] of changes) this.#watchers.get(name)?.(keys)
  }
}

function gone(id: string): FactRow {
  const space = id.indexOf(' ')
  return [id.slice(0, space), id.slice(space + 1), null]
}
