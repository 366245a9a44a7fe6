import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A name server on this machine that knows what a test tells it, and that everything else does not exist. */
export interface NameServer {
  /** For MAIL_DNS. */
  readonly address: string
  /** Texts by names in lower case. */
  readonly texts: Map<string, string>
  /** It can say nothing of any name, for now. */
  isFailing: boolean
  close(): Promise<void>
}

const types = { text: 16 }
const codes = { serverFailure: 2, noSuchName: 3 }

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    socket.send(answerTo(question, server), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    texts: new Map(),
    isFailing: false,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
  return server
}

/** Makes an answer (RFC 1035, section 4). */
function answerTo(question: Buffer, { texts, isFailing }: NameServer): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.subarray(at + 1, at + 1 + length).toString('latin1'))
    at += 1 + length
  }
  const type = question.readUInt16BE(at + 1)
  const asked = question.subarray(12, at + 5)
  const known = texts.get(labels.join('.').toLowerCase())
  const text = type === types.text && !isFailing ? known : undefined
  const code = isFailing ? codes.serverFailure : known === undefined ? codes.noSuchName : 0
  const header = Buffer.alloc(12)
  question.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(text === undefined ? 0 : 1, 6)
  if (text === undefined) return Buffer.concat([header, asked])
  const pieces = text.match(/.{1,255}/gs) ?? []
  const data = Buffer.concat(
    pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece, 'latin1')])),
  )
  const record = Buffer.alloc(12)
  // The name is the one that was asked for, which stands after the header.
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(types.text, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt32BE(60, 6)
  record.writeUInt16BE(data.length, 10)
  return Buffer.concat([header, asked, record, data])
}
