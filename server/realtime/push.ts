import { type Push, type PushName, pushes } from '#shared/realtime/all-events.ts'
import type { Sockets } from './socket-server.ts'

/** Sends a declared push. Nothing that its schema does not declare leaves the server. */
export function push<N extends PushName>(to: Pick<Sockets, 'emit'>, name: N, data: Push<N>): void {
  to.emit(name, pushes[name].parse(data))
}
