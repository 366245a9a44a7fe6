import type { FactRow } from './wire.ts'

interface Peer {
  seq: number
  /** When it was last heard of, in milliseconds of the monotonic clock. */
  heardAt: number
  facts: Map<string, Map<string, unknown>>
}

/** Names and keys of facts that have changed. */
export type Changes = Map<string, Set<string>>

/** The facts of the other nodes. */
export class Peers {
  readonly #peers = new Map<string, Peer>()

  get count(): number {
    return this.#peers.size
  }

  /** Returns the values of the others for a name and key. */
  values(name: string, key: string): unknown[] {
    return [...this.#peers.values()]
      .map(({ facts }) => facts.get(name)?.get(key))
      .filter((value) => value !== undefined)
  }

  /** Replaces all facts of a node. */
  replace(node: string, seq: number, rows: readonly FactRow[]): Changes {
    const before = this.#peers.get(node)
    const peer: Peer = { seq, heardAt: performance.now(), facts: new Map() }
    this.#peers.set(node, peer)
    apply(peer, rows)
    const changes: Changes = new Map()
    for (const [one, other] of [
      [before?.facts, peer.facts],
      [peer.facts, before?.facts],
    ]) {
      for (const [name, values] of one ?? []) {
        for (const [key, value] of values) {
          if (!isSame(other?.get(name)?.get(key), value)) note(changes, name, key)
        }
      }
    }
    return changes
  }

  /** Applies changed facts of a node. @returns undefined when an earlier change was missed */
  change(node: string, seq: number, rows: readonly FactRow[]): Changes | undefined {
    const peer = this.#peers.get(node)
    if (!peer || peer.seq + 1 !== seq) return undefined
    peer.seq = seq
    peer.heardAt = performance.now()
    apply(peer, rows)
    const changes: Changes = new Map()
    for (const [name, key] of rows) note(changes, name, key)
    return changes
  }

  /** Records a sign of life. @returns false when an earlier change was missed */
  beat(node: string, seq: number): boolean {
    const peer = this.#peers.get(node)
    if (peer) peer.heardAt = performance.now()
    return peer?.seq === seq
  }

  /** Removes a node. */
  forget(node: string): Changes {
    const changes: Changes = new Map()
    for (const [name, values] of this.#peers.get(node)?.facts ?? []) {
      for (const key of values.keys()) note(changes, name, key)
    }
    this.#peers.delete(node)
    return changes
  }

  /** Returns the nodes that were not heard of for so many milliseconds. */
  silentFor(milliseconds: number): string[] {
    const limit = performance.now() - milliseconds
    return [...this.#peers].filter(([, { heardAt }]) => heardAt < limit).map(([node]) => node)
  }
}

function apply({ facts }: Peer, rows: readonly FactRow[]): void {
  for (const [name, key, value] of rows) {
    const values = facts.get(name) ?? new Map<string, unknown>()
    if (value === null) values.delete(key)
    else values.set(key, value)
    facts.set(name, values)
  }
}

function note(changes: Changes, name: string, key: string): void {
  const keys = changes.get(name) ?? new Set()
  changes.set(name, keys.add(key))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
