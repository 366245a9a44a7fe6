import { listConversations } from '#shared/chat/contract.ts'
import type { ChatMessage } from '#shared/chat/chat-message.ts'
import { sendMessage, syncConversation } from '#shared/chat/socket-events.ts'
import { maxPageSize } from '#shared/http/page.ts'
import type { Acknowledgement } from '#shared/realtime/socket-event.ts'
import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import type * as z from 'zod/mini'

/** A message that is not acknowledged yet; a browser keeps these through a reload. */
interface Pending {
  readonly clientId: string
  readonly message: string
  readonly conversationId: string | undefined
}

/** Milliseconds without an acknowledgement after which a message is sent again. */
const acknowledgeWithin = 1000

/**
 * A client like the web page: it keeps unacknowledged messages and sends them again, orders messages by their position,
 * and asks for missed ones after each connection. It records everything that its sockets ever received.
 */
export class StormClient {
  readonly #origin: string
  readonly #cookie: string
  readonly #isStaff: boolean
  #socket: Socket
  readonly #pending = new Map<string, Pending>()
  /** Client ids of messages that were sent and not answered yet. */
  readonly #underway = new Set<string>()
  #catchingUp: Promise<boolean> | undefined
  /** The messages of each conversation by their position. */
  readonly lines = new Map<string, Map<number, ChatMessage>>()
  /** Ids of the acknowledged messages, with the text that was sent. */
  readonly acknowledged = new Map<string, string>()
  /** Every packet, as text. */
  readonly traffic: string[] = []
  /** Errors: two messages at one position. */
  readonly conflicts: string[] = []

  /** @param isStaff whether its page is the inbox, which reads the list of conversations */
  constructor(origin: string, cookie: string, isStaff = false) {
    this.#origin = origin
    this.#cookie = cookie
    this.#isStaff = isStaff
    this.#socket = this.#open()
  }

  get pendingCount(): number {
    return this.#pending.size
  }

  say(message: string, conversationId?: string): void {
    const pending = { clientId: randomUUID(), message, conversationId }
    this.#pending.set(pending.clientId, pending)
    if (this.#socket.connected) void this.#send(pending)
  }

  /** Loses the network; the socket reconnects by itself. */
  loseNetwork(): void {
    this.#socket.io.engine?.close()
  }

  /** Reloads the page: only the cookie and unacknowledged messages are kept. */
  reload(): void {
    this.#socket.disconnect()
    this.lines.clear()
    this.#catchingUp = undefined
    this.#socket = this.#open()
  }

  /** Sends unacknowledged messages again, and asks for missed ones. @returns false when there was no answer to all */
  async settle(): Promise<boolean> {
    if (!this.#socket.connected) return false
    await Promise.all([...this.#pending.values()].map((pending) => this.#send(pending)))
    this.#catchingUp ??= this.#catchUp().finally(() => (this.#catchingUp = undefined))
    return this.#catchingUp
  }

  close(): void {
    this.#socket.disconnect()
  }

  #open(): Socket {
    const socket = io(this.#origin, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: 200,
      extraHeaders: { cookie: this.#cookie },
    })
    socket.onAny((name: string, data: unknown) => {
      this.traffic.push(JSON.stringify([name, data]))
      if (name === 'chat-message') this.#keep(data as ChatMessage)
    })
    socket.on('connect', () => void this.settle().catch(() => {}))
    socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') socket.connect()
    })
    return socket
  }

  async #send({ clientId, message, conversationId }: Pending): Promise<void> {
    if (this.#underway.has(clientId)) return
    this.#underway.add(clientId)
    const payload = { message, clientId, ...(conversationId && { conversationId }) }
    const answer = await this.#ask<Acknowledgement<typeof sendMessage>>(sendMessage.name, payload)
    this.#underway.delete(clientId)
    if (!answer?.ok) return
    this.#pending.delete(clientId)
    this.acknowledged.set(answer.id, message)
  }

  async #catchUp(): Promise<boolean> {
    const listed = this.#isStaff ? await this.#list() : [...this.lines.keys()]
    if (!listed) return false
    for (const known of listed.length > 0 ? listed : [undefined]) {
      let conversationId = known
      for (let more = true; more;) {
        const after = this.#unbroken(conversationId)
        const payload = { after, ...(conversationId && { conversationId }) }
        const answer = await this.#ask<Acknowledgement<typeof syncConversation>>(syncConversation.name, payload)
        if (!answer?.ok) return false
        this.traffic.push(JSON.stringify(answer))
        answer.lines.forEach((line) => this.#keep(line))
        conversationId ??= answer.conversationId
        more = answer.more
      }
    }
    return true
  }

  /** Returns the ids of all conversations; undefined when there was no answer. */
  async #list(): Promise<string[] | undefined> {
    try {
      const address = `${this.#origin}${listConversations.path}?pageSize=${maxPageSize}`
      const response = await fetch(address, { headers: { cookie: this.#cookie } })
      const { result } = (await response.json()) as z.output<typeof listConversations.reply>
      return result.map(({ _id }) => _id)
    } catch {
      return undefined
    }
  }

  /** Returns the last position before the first gap. */
  #unbroken(conversationId: string | undefined): number {
    const lines = this.lines.get(conversationId ?? '')
    let last = 0
    while (lines?.has(last + 1)) last++
    return last
  }

  #keep(line: ChatMessage): void {
    const lines = this.lines.get(line.conversationId) ?? new Map<number, ChatMessage>()
    this.lines.set(line.conversationId, lines)
    const there = lines.get(line.seq)
    if (there && there.id !== line.id) this.conflicts.push(`${line.conversationId} ${line.seq}`)
    lines.set(line.seq, line)
  }

  async #ask<Answer>(name: string, payload: unknown): Promise<Answer | undefined> {
    try {
      return (await this.#socket.timeout(acknowledgeWithin).emitWithAck(name, payload)) as Answer
    } catch {
      return undefined
    }
  }
}
