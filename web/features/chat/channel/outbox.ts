import { randomUuid } from '#web/lib/drafts/random-uuid.ts'

/** A message that was sent and is not acknowledged yet. */
export interface OutgoingMessage {
  /** Stays the same for every try, so that the message can't be stored twice. */
  readonly clientId: string
  readonly message: string
  /** ISO 8601, by this machine's clock. */
  readonly writtenAt: string
  /** Path of the page where it was written. */
  readonly page: string
  /** Why it was refused; it is then not sent again automatically. */
  readonly refusal?: string
}

/**
 * Keeps pending messages over reloads. Every message has a key of its own, so that tabs don't undo each other's work.
 */
export interface Outbox {
  readonly messages: () => readonly OutgoingMessage[]
  readonly keep: (message: OutgoingMessage) => void
  readonly drop: (clientId: string) => void
}

const prefix = 'mothlight-chat-outgoing'

/** Creates a pending message. */
export function newMessage(message: string): OutgoingMessage {
  return { clientId: randomUuid(), message, writtenAt: new Date().toISOString(), page: location.pathname }
}

/**
 * Opens the pending messages of one person in one conversation.
 * @param writer the account's id; empty for a visitor who is not logged in
 * @param conversationId empty for a visitor's own
 */
export function outbox(writer: string, conversationId: string): Outbox {
  const start = `${prefix}:${writer}:${conversationId}:`
  return {
    messages: () =>
      keysWith(start)
        .flatMap((key) => parsed(read(key)))
        .toSorted((one, other) => one.writtenAt.localeCompare(other.writtenAt)),
    keep: (message) => write(start + message.clientId, JSON.stringify(message)),
    drop: (clientId) => write(start + clientId, undefined),
  }
}

/** Moves a visitor's pending messages to the account after a login, because their conversation moves too. */
export function adoptAnonymousMessages(writer: string): void {
  const start = `${prefix}:::`
  for (const key of keysWith(start)) {
    write(`${prefix}:${writer}::${key.slice(start.length)}`, read(key))
    write(key, undefined)
  }
}

function parsed(json: string | undefined): OutgoingMessage[] {
  try {
    const message = JSON.parse(json ?? '') as Partial<OutgoingMessage> | null
    const isWhole = typeof message?.clientId === 'string' && typeof message.message === 'string'
    return isWhole ? [{ writtenAt: '', page: '', ...message } as OutgoingMessage] : []
  } catch {
    return []
  }
}

// Storage may be full or forbidden; a pending message then lives as long as its page.
function keysWith(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start))
  } catch {
    return []
  }
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // As above.
  }
}
