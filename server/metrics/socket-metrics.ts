import type { Sockets } from '#server/realtime/socket-server.ts'
import type { ErrorCode } from '#shared/http/errors.ts'
import { Counter, Gauge, type Registry } from 'prom-client'
import { countLimitRefusals } from './limit-refusals.ts'

/** Counts the socket events that are served. @returns the function to call for each */
export function countSocketEvents(registry: Registry): (name: string | undefined, outcome: 'ok' | ErrorCode) => void {
  const events = new Counter({
    name: 'mothlight_socket_events_total',
    help: 'Socket events answered, by name and by outcome: ok, or the code of the refusal.',
    labelNames: ['event', 'outcome'],
    registers: [registry],
  })
  const refused = countLimitRefusals(registry)
  return (event = 'unknown', outcome) => {
    events.inc({ event, outcome })
    if (outcome === 'too-many-requests') refused.inc({ via: 'socket' })
  }
}

/** Counts the open sockets of this process, by who opened them. */
export function watchSockets(io: Sockets, registry: Registry): void {
  const gauge = new Gauge({
    name: 'mothlight_sockets_connected',
    help: 'Open sockets of this process: of visitors, of people who are signed in, and of those who answer the chat.',
    labelNames: ['kind'],
    registers: [registry],
    collect: () => {
      const counts = { visitor: 0, person: 0, staff: 0 }
      for (const { data } of io.sockets.sockets.values()) {
        if (!data.actor) counts.visitor++
        else if (data.actor.permissions.has('liveChatAdmin')) counts.staff++
        else counts.person++
      }
      for (const [kind, count] of Object.entries(counts)) gauge.set({ kind }, count)
    },
  })
}
