// @vitest-environment jsdom
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { ChatLine } from '#shared/chat/chat-line.ts'
import { SendError } from '#web/lib/socket/socket-refusal.ts'
import { channel } from './channel.ts'
import { outbox } from './outbox.ts'
import type { Line } from './thread-holder.ts'

beforeEach(() => localStorage.clear())

/** Simulates the server: a conversation that returns at most three messages at once, and can be away. */
function otherEnd() {
  const stored: ChatLine[] = []
  let isConnected = true
  let refusal: string | undefined
  let isAway = false
  const store = (message: string, more: Partial<ChatLine>) => {
    const known = stored.find(({ clientId }) => clientId !== undefined && clientId === more.clientId)
    if (known) return known
    const seq = stored.length + 1
    const line: ChatLine = {
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
    stored.push(line)
    return line
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
  const line: Line = {
    isConnected: () => isConnected,
    send: async (event, payload) => {
      await Promise.resolve()
      if (!isConnected) throw new SendError({ code: 'unreachable', message: 'away' })
      return (answers[event.name]?.(payload as object) ?? {}) as never
    },
  }
  return {
    line,
    stored,
    says: (message: string) => store(message, {}),
    setConnected: (next: boolean) => (isConnected = next),
    /** Simulates a server that has lost its database. */
    setAway: (next: boolean) => (isAway = next),
    setRefusal: (next: string | undefined) => (refusal = next),
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

test('whatever gets lost on the way, in the end each line is there once and in order', async () => {
  const step = fc.oneof(
    fc.record({ what: fc.constant('says' as const), isHeard: fc.boolean() }),
    fc.record({ what: fc.constant('own' as const), isHeard: fc.constant(true) }),
    fc.record({ what: fc.constant('line' as const), isHeard: fc.boolean() }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      localStorage.clear()
      const end = otherEnd()
      const one = channel(end.line, outbox('', ''), undefined)
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
      const { lines, outgoing, hasEarlier } = one.thread()
      const expected = end.stored.map(({ message }) => message)
      expect(lines.map(({ message }) => message)).toEqual(hasEarlier ? expected.slice(-lines.length) : expected)
      expect(outgoing).toEqual([])
      expect(new Set(expected).size).toBe(expected.length)
      one.end()
    }),
    { numRuns: 60 },
  )
})

test('more lines than one answer holds come one answer after the other', async () => {
  const end = otherEnd()
  const one = channel(end.line, outbox('', ''), undefined)
  one.subscribe(() => undefined)
  await settled()
  for (let n = 1; n <= 10; n++) end.says(`line ${n}`)
  one.connected()
  await settled()
  expect(one.thread().lines.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('another conversation in the place of the known one takes its place', async () => {
  const end = otherEnd()
  const one = channel(end.line, outbox('', ''), undefined)
  one.subscribe(() => undefined)
  end.says('of before')
  one.connected()
  await settled()
  end.stored.length = 0
  one.connected()
  await settled()
  expect(one.thread()).toMatchObject({ lines: [], wasDeleted: true })
})

test('lines of two conversations never stand together, and a late word of deletion takes nothing', async () => {
  const end = otherEnd()
  const one = channel(end.line, outbox('', ''), undefined)
  one.subscribe(() => undefined)
  end.says('of before')
  one.connected()
  await settled()
  end.stored.splice(0, 1, { ...end.says('the new beginning'), seq: 1, conversationId: 'new' })
  end.stored.length = 1
  one.received({ ...end.stored[0]! })
  await settled()
  expect(one.thread().lines.map(({ message }) => message)).toEqual(['the new beginning'])
  one.deleted('c')
  expect(one.thread().lines).toHaveLength(1)
  one.deleted('new')
  expect(one.thread()).toMatchObject({ lines: [], wasDeleted: true })
})

test('a refused line stays with its reason, over a reload, until it is tried again', async () => {
  const end = otherEnd()
  end.setRefusal('Wait 3 s.')
  const one = channel(end.line, outbox('', ''), undefined)
  one.subscribe(() => undefined)
  one.say('too soon')
  await settled()
  expect(one.thread().outgoing).toMatchObject([{ message: 'too soon', refusal: 'Wait 3 s.' }])

  const reloaded = channel(end.line, outbox('', ''), undefined)
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

test('lines that the server can’t store at the moment stay on their way, and are sent by themselves in their order', async () => {
  const end = otherEnd()
  end.setAway(true)
  const one = channel(end.line, outbox('', ''), undefined)
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
  const one = channel(end.line, outbox('', ''), undefined)
  one.subscribe(() => undefined)
  one.say('not for them')
  one.end()
  end.setConnected(true)
  one.connected()
  await settled()
  expect(end.stored).toEqual([])
})
