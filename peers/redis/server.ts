/** A stand-in for Redis that speaks its protocol (RESP2): a few commands on one map. `node peers/redis/server.ts [PORT]`. */
import { createServer, type Socket } from 'node:net'

export interface RedisPeer {
  port: number
  values: Map<string, string>
  /** Every command that arrived, with what signed in. */
  commands: string[][]
  close(): Promise<void>
}

const bulk = (text: string | null): string => (text === null ? '$-1\r\n' : `$${Buffer.byteLength(text)}\r\n${text}\r\n`)
const list = (texts: readonly string[]): string => `*${texts.length}\r\n${texts.map(bulk).join('')}`

/** Commands that are complete, and what is left. */
function readCommands(buffer: Buffer): { commands: string[][]; rest: Buffer } {
  const commands: string[][] = []
  let at = 0
  for (;;) {
    let next = at
    const line = (): string | null => {
      const end = buffer.indexOf('\r\n', next)
      if (end < 0) return null
      const text = buffer.toString('utf8', next, end)
      next = end + 2
      return text
    }
    const head = line()
    if (head === null) break
    const parts: string[] = []
    for (let left = Number(head.slice(1)); left > 0; left--) {
      const size = line()
      if (size === null || buffer.length < next + Number(size.slice(1)) + 2)
        return { commands, rest: buffer.subarray(at) }
      parts.push(buffer.toString('utf8', next, next + Number(size.slice(1))))
      next += Number(size.slice(1)) + 2
    }
    commands.push(parts)
    at = next
  }
  return { commands, rest: buffer.subarray(at) }
}

function answer(values: Map<string, string>, [name = '', key = '', value = '', ...more]: string[]): string {
  switch (name.toUpperCase()) {
    case 'SET':
      if (more.includes('NX') && values.has(key)) return bulk(null)
      values.set(key, value)
      return '+OK\r\n'
    case 'GET':
      return bulk(values.get(key) ?? null)
    case 'INCRBY': {
      const number = Number(values.get(key) ?? 0) + Number(value)
      if (!Number.isInteger(number)) return '-ERR value is not an integer or out of range\r\n'
      values.set(key, String(number))
      return `:${number}\r\n`
    }
    case 'DEL':
      return `:${[key, value, ...more].filter((one) => values.delete(one)).length}\r\n`
    case 'SCAN':
      return `*2\r\n${bulk('0')}${list([...values.keys()])}`
    default:
      return name.toUpperCase() === 'SELECT' ? '+OK\r\n' : `-ERR unknown command '${name}'\r\n`
  }
}

/** @param port 0 takes any free one. `flood`: answers with bytes without end. */
export async function startRedisPeer(password: string, { port = 0, flood = false } = {}): Promise<RedisPeer> {
  const values = new Map<string, string>()
  const commands: string[][] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    let isIn = false
    let rest: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      const read = readCommands(Buffer.concat([rest, chunk]))
      rest = read.rest
      for (const command of read.commands) {
        commands.push(command)
        if (command[0]?.toUpperCase() === 'AUTH') {
          isIn = command.at(-1) === password
          socket.write(isIn ? '+OK\r\n' : '-WRONGPASS invalid username-password pair or user is disabled.\r\n')
        } else if (!isIn) socket.write('-NOAUTH Authentication required.\r\n')
        else if (flood) pour(socket)
        else socket.write(answer(values, command))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    values,
    commands,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function pour(socket: Socket): void {
  const megabyte = Buffer.alloc(1_000_000, 'x')
  socket.write('$500000000\r\n')
  const more = () => {
    while (!socket.destroyed && socket.write(megabyte));
  }
  socket.on('drain', more)
  more()
}

if (import.meta.main)
  console.log(`redis://127.0.0.1:${(await startRedisPeer('secret', { port: Number(process.argv[2] ?? 4705) })).port}`)
