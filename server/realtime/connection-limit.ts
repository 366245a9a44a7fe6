import * as z from 'zod/mini'
import { nodeFact } from './nodes/declare.ts'
import type { Nodes } from './nodes/nodes.ts'

/** How many connections a network has open at a node. */
const openConnections = nodeFact('connections', z.int())

/** Limits the open connections of each network, counted over all nodes. */
export class ConnectionLimit {
  readonly #most: number
  readonly #nodes: Nodes
  readonly #open = new Map<string, number>()

  /** @param most open connections that one network may have */
  constructor(most: number, nodes: Nodes) {
    this.#most = most
    this.#nodes = nodes
  }

  isReached(network: string): boolean {
    const elsewhere = this.#nodes.others(openConnections, network).reduce((sum, open) => sum + open, 0)
    return elsewhere + (this.#open.get(network) ?? 0) >= this.#most
  }

  enter(network: string): void {
    this.#set(network, (this.#open.get(network) ?? 0) + 1)
  }

  leave(network: string): void {
    this.#set(network, (this.#open.get(network) ?? 0) - 1)
  }

  #set(network: string, open: number): void {
    if (open > 0) this.#open.set(network, open)
    else this.#open.delete(network)
    this.#nodes.share(openConnections, network, open > 0 ? open : undefined)
  }
}
