import { answerParent } from '#bench/processes/answer-parent.ts'
import { processorTime, type ServerQuestion } from '#bench/servers/questions.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'

/**
 * The minimal chat server: Socket.IO only, which forwards each message and doesn't keep it. No storage, no session, no
 * name, no limit. A visitor's conversation is its socket.
 */
const http = createServer()
const io = new Server(http, { path: '/socket.io', serveClient: false, perMessageDeflate: false })

io.on('connection', (socket) => {
  const isStaff = socket.handshake.headers.cookie !== undefined
  if (isStaff) void socket.join('staff')
  let seq = 0
  socket.on(
    'chat-message',
    (sent: { message: string; conversationId?: string }, acknowledge: (reply: unknown) => void) => {
      const conversationId = isStaff ? sent.conversationId : socket.id
      const line = { sender: 'x', message: sent.message, conversationId, seq: ++seq, sentAt: new Date().toISOString() }
      acknowledge({ ok: true, ...line })
      if (isStaff && conversationId) socket.to([conversationId, 'staff']).emit('chat-message', line)
      else socket.to('staff').emit('chat-message', line)
    },
  )
})

const listening = new Promise<number>((resolve) => {
  http.listen(0, '127.0.0.1', () => resolve((http.address() as AddressInfo).port))
})
answerParent(async (question) => {
  if ((question as ServerQuestion) === 'port') return listening
  return (question as ServerQuestion) === 'memory' ? process.memoryUsage().rss : processorTime()
})
