// @vitest-environment jsdom
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { ChatMessage } from '#shared/chat/chat-message.ts'
import { SendError } from '#web/lib/socket/socket-refusal.ts'
import { channel } from './channel.ts'
import { outbox } from './outbox.ts'
import type { ChatConnection } from './thread-holder.ts'

beforeEach(() => localStorage.clear())

/** Simulates the server: a conversation that returns at most three messages at once, and can be away. */
function otherEnd() {
  const stored: ChatMessage[] = []
  let isConnected = true
  let refusal: string | undefined
  let isAway = false
  const store = (message: string, more: Partial<ChatMessage>) => {
    const known = stored.find(({ clientId }) => clientId !== undefined && clientId === more.clientId)
    if (known) return known
    const seq = stored.length + 1
    const added: ChatMessage = {
      id: `id${seq}`,
      conversationId: 'c',
      seq,
      sender: 'Ada',
      message,
      sentAt: new Date(seq * 1000).toISOString(),
      from: 'staff',
      own: false,
      ...more,
    }
    stored.push(added)
    return added
  }
  const answers: Record<string, (payload: { message?: string; clientId?: string; after?: number }) => object> = {
    'chat-message': ({ message = '', clientId = '' }) => {
      if (isAway) throw new SendError({ code: 'unavailable', message: 'away', retryAfterSeconds: 0.01 })
      if (refusal !== undefined) throw new SendError({ code: 'too-many-requests', message: refusal })
      return store(message, { clientId, own: true, from: 'visitor', sender: 'Rosa' })
    },
    'chat-sync': ({ after }) => {
      const rest = after === undefined ? stored.slice(-3) : stored.filter(({ seq }) => seq > after)
      const lines = rest.slice(0, 3)
      return {
        lines,
        more: after === undefined ? stored.length > 3 : rest.length > 3,
        ...(stored[0] && { conversationId: stored[0].conversationId }),
        visitorSeen: 0,
        staffSeen: 0,
        staffPresent: true,
        canBeReached: true,
        isBlocked: false,
      }
    },
  }
  const connection: ChatConnection = {
    isConnected: () => isConnected,
    send: async (event, payload) => {
      await Promise.resolve()
      if (!isConnected) throw new SendError({ code: 'unreachable', message: 'away' })
      return (answers[event.name]?.(payload as object) ?? {}) as never
    },
  }
  return {
    connection,
    stored,
    says: (message: string) => store(message, {}),
    setConnected: (next: boolean) => (isConnected = next),
    /** Simulates a server that has lost its database. */
    setAway: (next: boolean) => (isAway = next),
    setRefusal: (next: string | undefined) => (refusal = next),
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

test('whatever gets lost on the way, in the end each message is there once and in order', async () => {
  const step = fc.oneof(
    fc.record({ what: fc.constant('says' as const), isHeard: fc.boolean() }),
    fc.record({ what: fc.constant('own' as const), isHeard: fc.constant(true) }),
    fc.record({ what: fc.constant('connection' as const), isHeard: fc.boolean() }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      localStorage.clear()
      const end = otherEnd()
      const one = channel(end.connection, outbox('', ''), undefined)
      one.subscribe(() => undefined)
      await settled()
      let isUp = true
      for (const [index, { what, isHeard }] of steps.entries()) {
        if (what === 'own') one.say(`own ${index}`)
        else if (what === 'says') {
          const said = end.says(`said ${index}`)
          if (isUp && isHeard) one.received(said)
        } else {
          isUp = isHeard
          end.setConnected(isUp)
          if (isUp) one.connected()
        }
        if (index % 3 === 0) await settled()
      }
      end.setConnected(true)
      one.connected()
      await settled()
      const { messages, outgoing, hasEarlier } = one.thread()
      const expected = end.stored.map(({ message }) => message)
      expect(messages.map(({ message }) => message)).toEqual(hasEarlier ? expected.slice(-messages.length) : expected)
      expect(outgoing).toEqual([])
      expect(new Set(expected).size).toBe(expected.length)
      one.end()
    }),
    { numRuns: 60 },
  )
})

test('more messages than one answer holds come one answer after the other', async () => {
  const end = otherEnd()
  const one = channel(end.connection, outbox('', ''), undefined)
  one.subscribe(() => undefined)
  await settled()
  for (let n = 1; n <= 10; n++) end.says(`line ${n}`)
  one.connected()
  await settled()
  expect(one.thread().messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('another conversation in the place of the known one takes its place', async () => {
  const end = otherEnd()
  const one = channel(end.connection, outbox('', ''), undefined)
  one.subscribe(() => undefined)
  end.says('of before')
  one.connected()
  await settled()
  end.stored.length = 0
  one.connected()
  await settled()
  expect(one.thread()).toMatchObject({ messages: [], wasDeleted: true })
})

test('messages of two conversations never stand together, and a late word of deletion takes nothing', async () => {
  const end = otherEnd()
  const one = channel(end.connection, outbox('', ''), undefined)
  one.subscribe(() => undefined)
  end.says('of before')
  one.connected()
  await settled()
  end.stored.splice(0, 1, { ...end.says('the new beginning'), seq: 1, conversationId: 'new' })
  end.stored.length = 1
  one.received({ ...end.stored[0]! })
  await settled()
  expect(one.thread().messages.map(({ message }) => message)).toEqual(['the new beginning'])
  one.deleted('c')
  expect(one.thread().messages).toHaveLength(1)
  one.deleted('new')
  expect(one.thread()).toMatchObject({ messages: [], wasDeleted: true })
})

test('a refused message stays with its reason, over a reload, until it is tried again', async () => {
  const end = otherEnd()
  end.setRefusal('Wait 3 s.')
  const one = channel(end.connection, outbox('', ''), undefined)
  one.subscribe(() => undefined)
  one.say('too soon')
  await settled()
  expect(one.thread().outgoing).toMatchObject([{ message: 'too soon', refusal: 'Wait 3 s.' }])

  const reloaded = channel(end.connection, outbox('', ''), undefined)
  reloaded.subscribe(() => undefined)
  await settled()
  const [kept] = reloaded.thread().outgoing
  expect(kept).toMatchObject({ message: 'too soon', refusal: 'Wait 3 s.' })
  end.setRefusal(undefined)
  reloaded.tryAgain(kept?.clientId ?? '')
  await settled()
  expect(reloaded.thread().outgoing).toEqual([])
  expect(end.stored.map(({ message }) => message)).toEqual(['too soon'])
})

test('messages that the server can’t store at the moment stay on their way, and are sent by themselves in their order', async () => {
  const end = otherEnd()
  end.setAway(true)
  const one = channel(end.connection, outbox('', ''), undefined)
  one.subscribe(() => undefined)
  one.say('first')
  one.say('second')
  await settled()
  const waiting = one.thread().outgoing
  expect(waiting.map(({ message, refusal }) => [message, refusal])).toEqual([
    ['first', undefined],
    ['second', undefined],
  ])
  end.setAway(false)
  await expect.poll(() => one.thread().outgoing).toEqual([])
  expect(end.stored.map(({ message }) => message)).toEqual(['first', 'second'])
})

test('nothing is sent any more once somebody else uses the browser', async () => {
  const end = otherEnd()
  end.setConnected(false)
  const one = channel(end.connection, outbox('', ''), undefined)
  one.subscribe(() => undefined)
  one.say('not for them')
  one.end()
  end.setConnected(true)
  one.connected()
  await settled()
  expect(end.stored).toEqual([])
})
