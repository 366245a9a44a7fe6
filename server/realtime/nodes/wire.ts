import * as z from 'zod/mini'

const node = z.uuid()
const seq = z.int().check(z.nonnegative())
/** Facts by name, key and value; null removes one. */
const facts = z.array(z.tuple([z.string(), z.string(), z.unknown()]))

/** The messages between nodes, as JSON. `seq` counts a node's changes, so that a missed one is noticed. */
const packet = z.discriminatedUnion('kind', [
  /** Asks the node `to`, or all, for their facts. */
  z.object({ kind: z.literal('ask'), from: node, to: z.optional(node) }),
  /** All facts of a node. */
  z.object({ kind: z.literal('state'), from: node, seq, facts }),
  z.object({ kind: z.literal('change'), from: node, seq, facts }),
  /** A sign of life. */
  z.object({ kind: z.literal('beat'), from: node, seq }),
  z.object({ kind: z.literal('say'), from: node, name: z.string(), data: z.unknown() }),
  /** The node ends. */
  z.object({ kind: z.literal('bye'), from: node }),
])
export type Packet = z.output<typeof packet>
export type FactRow = z.output<typeof facts>[number]

/** Parses a message; undefined for anything that no node sends. */
export function readPacket(text: string): Packet | undefined {
  try {
    return z.safeParse(packet, JSON.parse(text)).data
  } catch {
    return undefined
  }
}
