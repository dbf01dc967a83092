/** A name server that knows TXT records alone (RFC 1035), over UDP. */
import { createSocket } from 'node:dgram'

export interface DnsPeer {
  /** `address:port`. */
  address: string
  /** The values of each name. */
  records: Map<string, string[]>
  close(): Promise<void>
}

const TXT = 16
const NAME_ERROR = 3

/** The name that a message asks for, and where the question ends. */
function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function writeRecord(value: string): Buffer {
  const text = Buffer.from(value)
  const head = Buffer.alloc(13)
  // The name of the question, by a pointer to it.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(TXT, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(1, 6)
  head.writeUInt16BE(text.length + 1, 10)
  head.writeUInt8(text.length, 12)
  return Buffer.concat([head, text])
}

export async function startDnsPeer(port = 0): Promise<DnsPeer> {
  const records = new Map<string, string[]>()
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const { name, type, end } = readQuestion(message)
    const values = type === TXT ? (records.get(name) ?? []) : []
    const head = Buffer.from(message.subarray(0, 12))
    head.writeUInt16BE(0x8400 | (values.length === 0 ? NAME_ERROR : 0), 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(values.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, message.subarray(12, end), ...values.map(writeRecord)]), from.port, from.address)
  })
  await new Promise<void>((bound) => socket.bind(port, '127.0.0.1', bound))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    close: () => new Promise<void>((done) => socket.close(() => done())),
  }
}
