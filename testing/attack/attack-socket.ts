import type { SocketEvent, SocketRefusal } from '#shared/realtime/socket-event.ts'
import { errorStatus } from '#shared/http/errors.ts'
import { type ChatClient, openChatClient } from '#testing/chat-client.ts'
import type { Target } from './attack-http.ts'
import { socketInput } from './socket-input.ts'

/** The attacker's socket, which is reopened whenever the server has closed it. */
export interface AttackSocket {
  get(): Promise<ChatClient>
  close(): void
}

export function openAttackSocket(origin: string, cookie: string | undefined): AttackSocket {
  let client: ChatClient | undefined
  return {
    get: async () => {
      if (!client?.socket.connected) {
        client?.close()
        client = await openChatClient(origin, cookie)
      }
      return client
    },
    close: () => client?.close(),
  }
}

/** Sends one generated input as one event. @returns whether it was accepted */
export async function attackEvent(
  name: string,
  event: SocketEvent,
  socket: AttackSocket,
  target: Target,
): Promise<boolean> {
  const { attacker, random, tally, secrets } = target
  const input = socketInput(event, random, attacker.pools)
  const client = await socket.get()
  const heard = client.received.length
  const began = performance.now()
  const answer = input.wantsAnswer
    ? ((await client.socket
        .timeout(10_000)
        .emitWithAck(input.name, ...input.args)
        .catch(() => undefined)) as { ok?: boolean; error?: SocketRefusal } | undefined)
    : void client.socket.emit(input.name, ...input.args)
  const status = answer?.ok === true ? 200 : answer?.error ? errorStatus[answer.error.code] : 0
  tally.count(name, status, performance.now() - began)
  const say = (wrong: string) =>
    tally.finding({ target: name, wrong, input: `${input.name} ${JSON.stringify(input.args)}`.slice(0, 600) })
  // An event that closed the connection is not answered; every other one must be.
  if (input.wantsAnswer && answer === undefined && client.socket.connected) say('was not answered')
  if (status >= 500) say(`answered ${answer?.error?.code}: ${answer?.error?.message}`)
  const told = JSON.stringify([answer, client.received.slice(heard)])
  for (const { what, word } of secrets) if (told.includes(word)) say(`tells ${what}: ${told.slice(0, 300)}`)
  // Of a long run only what came since the last check is kept.
  if (client.received.length > 500) client.received.length = 0
  return answer?.ok === true || !input.wantsAnswer
}
