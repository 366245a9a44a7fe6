import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { NodeFact, NodeMessage } from './declare.ts'
import { type Limit, memoryLimit } from './limits.ts'
import { type Changes, Peers } from './peers.ts'
import { type FactRow, type Packet, readPacket } from './wire.ts'

/** Carries texts between the nodes. What can't be sent is lost. */
export interface NodeLink {
  /** Whether texts reach the others, as far as is known. */
  readonly isReached: boolean
  publish(text: string): void
  /**
   * Opens the link.
   * @param onText receives what every node publishes, this one included
   * @param onReady called when the link is open, for the first time or again
   */
  open(onText: (text: string) => void, onReady: () => void): void
  /** Creates a limit that counts for all nodes together. */
  limit(name: string, points: number, seconds: number): Limit
  close(): Promise<void>
}

/** Milliseconds in which changes are combined into one message. */
const pause = 20

/** Times in milliseconds. */
export interface NodeTimes {
  /** Time between two signs of life of a node. */
  readonly beat: number
  /** Time without a sign of life after which a node counts as dead and its facts are removed. */
  readonly silence: number
}

/**
 * What this process and the others on the same database share beyond the database: presence and messages that are not
 * kept. Without a link this node is the only one. Nothing is stored: a node sends its facts again when another one
 * asks, and the facts of a dead node are removed.
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

  /** Whether the others can be reached; undefined when the settings name none. */
  get isReached(): boolean | undefined {
    return this.#link?.isReached
  }

  /** How many nodes are known to live, this one included. */
  get count(): number {
    return this.#peers.count + 1
  }

  /** Starts to communicate. Listeners must be registered before. */
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

  /** Sends a message to the other nodes. */
  say<T>(message: NodeMessage<T>, data: T): void {
    this.#publish({ kind: 'say', from: this.#self, name: message.name, data })
  }

  /** Registers a listener for the messages of the other nodes. */
  hear<T>(message: NodeMessage<T>, hearer: (data: T) => void): void {
    this.#hearers.set(message.name, (data) => {
      const read = z.safeParse(message.schema, data)
      if (read.success) hearer(read.data)
    })
  }

  /** Shares a value until it is changed, removed with undefined, or this node ends. */
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

  /** Returns the values of the others for a key, one per node. */
  others<T>(fact: NodeFact<T>, key: string): T[] {
    const read = this.#peers.values(fact.name, key).map((value) => z.safeParse(fact.schema, value))
    return read.filter(({ success }) => success).map(({ data }) => data as T)
  }

  /** Registers a listener for the keys that have changed at the others. */
  watch<T>(fact: NodeFact<T>, watcher: (keys: ReadonlySet<string>) => void): void {
    this.#watchers.set(fact.name, watcher)
  }

  /** Creates a limit that counts for all nodes together, and only for this one while the others can't be reached. */
  limit(name: string, points: number, seconds: number): Limit {
    return this.#link?.limit(name, points, seconds) ?? memoryLimit(points, seconds)
  }

  /** Says goodbye and closes the link. */
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
      // Either a change was missed, or this node was taken for dead.
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
