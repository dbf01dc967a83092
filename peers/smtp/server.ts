/**
 * A mail server that speaks real SMTP (RFC 5321) and behaves as it is told: takes mail over, refuses it for now or for good, hangs,
 * or takes a whole message and drops the connection without a word. Run by tests in their process, or by itself:
 * `node peers/smtp/server.ts 2525` prints every message it gets.
 */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/**
 * - `take`: 250, all is well
 * - `refuse`: 550 to the recipient; `reject`: 554 to the message
 * - `later`: 451 to the message
 * - `hang`: no answer to the message, ever
 * - `drop`: the message is kept, the connection is cut before the answer
 * - `greet`: no greeting
 */
export type Behaviour = 'take' | 'refuse' | 'reject' | 'later' | 'hang' | 'drop' | 'greet'

export interface Received {
  from: string
  to: string[]
  /** The message as it came: headers, an empty line, the body. */
  raw: string
}

export interface SmtpPeer {
  port: number
  /** Messages that came whole, also those whose taking over was never answered. */
  received: Received[]
  /** Messages that were asked to be taken, however that ended. */
  attempts(): number
  /** What comes next, in order; when used up, the last one goes on. */
  behave(...behaviours: Behaviour[]): void
  close(): Promise<void>
}

const says = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code })

/** @param options `port` 0 takes any free one; `user` makes it ask for this name and password */
export async function startSmtpPeer(options: { port?: number; user?: string; pass?: string } = {}): Promise<SmtpPeer> {
  const { user, pass } = options
  let script: Behaviour[] = ['take']
  let attempts = 0
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const next = (): Behaviour => (script.length > 1 ? script.shift() : script[0]) ?? 'take'
  let current: Behaviour = 'take'
  const server = new SMTPServer({
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS', ...(user === undefined ? ['AUTH'] : [])],
    disableReverseLookup: true,
    logger: false,
    onConnect: (_session, done) => {
      current = next()
      if (current !== 'greet') done()
    },
    onAuth: (auth, _session, done) =>
      auth.username === user && auth.password === pass ? done(null, { user: auth.username }) : done(says(535, 'No')),
    onRcptTo: (_address, _session, done) => {
      if (current === 'refuse') attempts += 1
      done(current === 'refuse' ? says(550, 'No such mailbox') : null)
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.once('end', () => {
        attempts += 1
        if (current === 'hang') return
        if (current === 'reject') return done(says(554, 'Message refused'))
        if (current === 'later') return done(says(451, 'Try again later'))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString('utf8'),
        })
        if (current === 'drop') for (const socket of sockets) socket.destroy()
        else done(null, 'Taken')
      })
    },
  })
  server.on('error', () => {
    // A connection that was cut is what the script asked for.
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    attempts: () => attempts,
    behave: (...behaviours) => {
      script = behaviours
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

if (import.meta.main) {
  const peer = await startSmtpPeer({ port: Number(process.argv[2] ?? 2525) })
  console.log(`Taking mail on port ${peer.port}`)
  let shown = 0
  setInterval(() => {
    for (; shown < peer.received.length; shown += 1) console.log(peer.received[shown]?.raw)
  }, 200)
}
