import { answerParent } from '#bench/processes/answer-parent.ts'
import { listTimeline } from '#shared/history/contract.ts'
import { lookAt } from '#shared/live/socket-events.ts'
import { viewBug } from '#shared/bugs/contract.ts'
import { io, type Socket } from 'socket.io-client'

/** Jobs of the process that plays other people's open pages. */
export type ListenerJob =
  | {
      readonly do: 'connect'
      readonly port: number
      readonly bugId: string
      readonly cookies: readonly string[]
      readonly count: number
    }
  | { readonly do: 'disconnect' }

let sockets: Socket[] = []
/** Reads since the listeners connected. */
let readings = 0

answerParent(async (question) => {
  const job = question as ListenerJob
  return job.do === 'connect' ? connect(job) : disconnect()
})

/** Opens so many pages of one bug: each reads it again, and its timeline, whenever it receives a change. */
async function connect({ port, bugId, cookies, count }: Extract<ListenerJob, { do: 'connect' }>): Promise<number> {
  readings = 0
  const origin = `http://127.0.0.1:${port}`
  const addresses = [`${viewBug.path}?comments=none`, listTimeline.path].map(
    (path) => origin + path.replace(':bugId', bugId),
  )
  for (let n = 0; n < count; n++) {
    const cookie = cookies[n % cookies.length] ?? ''
    const socket = io(origin, { transports: ['websocket'], forceNew: true, extraHeaders: { cookie } })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('connect_error', reject)
    })
    await socket.emitWithAck(lookAt.name, { bugId })
    socket.on('bug-changed', () => {
      for (const address of addresses) {
        fetch(address, { headers: { cookie } }).then(
          async (response) => {
            await response.arrayBuffer()
            readings++
          },
          () => undefined,
        )
      }
    })
    sockets.push(socket)
  }
  return count
}

async function disconnect(): Promise<number> {
  for (const socket of sockets) socket.disconnect()
  sockets = []
  return readings
}
