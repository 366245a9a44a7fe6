import { pick, type Random } from '#bench/random.ts'
import type { SocketEvent } from '#shared/realtime/socket-event.ts'
import { type Pools, validValue } from './generate.ts'
import { mutated, nastyValue } from './mutate.ts'

/** What a client sends: the event's name, its arguments, and whether it asks for an acknowledgement. */
export interface SocketInput {
  readonly name: string
  readonly args: readonly unknown[]
  readonly wantsAnswer: boolean
}

/** Larger frames close the connection, which is tested elsewhere. */
const largestPayload = 40_000

/** Returns an event as it is declared, or with a mistake. */
export function socketInput(event: SocketEvent, random: Random, pools: Pools): SocketInput {
  const valid = validValue(event.payload, 'name', random, pools)
  const payload = random() < 0.5 ? valid : mutated(valid, random)
  const fits = (JSON.stringify(payload) ?? '').length < largestPayload
  const args = [fits ? payload : nastySmall(random)]
  const odd = random()
  if (odd < 0.03)
    return { name: pick(random, ['__proto__', 'constructor', '', 'x'.repeat(500), 'join']), args, wantsAnswer: true }
  if (odd < 0.06) return { name: event.name, args: [...args, nastySmall(random), [1]], wantsAnswer: true }
  if (odd < 0.08) return { name: event.name, args: [], wantsAnswer: true }
  return { name: event.name, args, wantsAnswer: odd < 0.9 }
}

function nastySmall(random: Random): unknown {
  const value = nastyValue(random)
  return (JSON.stringify(value) ?? '').length < largestPayload ? value : 'x'.repeat(30_000)
}
