/**
 * Receives mail for workflows by SMTP (RFC 5321). It accepts mail for known addresses only, so it relays nothing, and
 * answers 250 after the receiver has stored the result. TLS is left to a proxy in front.
 */

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { WarningLog } from '#server/platform/logger.ts'

export interface MailInSettings {
  port: number
  host: string
  /** The domain of the addresses. */
  domain: string
}

export interface MailInOptions extends MailInSettings {
  /** The most bytes of a message. */
  max_bytes: number
  /** Whether mail to `name@domain` is taken. */
  knows(name: string): Promise<boolean>
  /** Takes a message over for all these names. An error with a `responseCode` is answered with it, any other with "try again later". */
  receive(names: readonly string[], message: Uint8Array): Promise<void>
  log: WarningLog
}

export interface MailIn {
  port: number
  close(): Promise<void>
}

const says = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code })

const CONNECTIONS = 50
const SILENT_MS = 60_000
/** A message goes to that many workflows at most. */
const RECIPIENTS = 10

/** The part before the @ of one of our addresses in lower case, null for others. */
function nameAt(address: string, domain: string): string | null {
  const at = address.lastIndexOf('@')
  return address.slice(at + 1).toLowerCase() === domain.toLowerCase() ? address.slice(0, at).toLowerCase() : null
}

/** @throws Error when the port is taken */
export async function listenForMail(options: MailInOptions): Promise<MailIn> {
  const { port, host, domain, max_bytes, log } = options
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    banner: 'ready',
    name: domain,
    size: max_bytes,
    maxClients: CONNECTIONS,
    socketTimeout: SILENT_MS,
    onRcptTo: (address, session, done) => {
      if (session.envelope.rcptTo.length >= RECIPIENTS) return done(says(452, 'Too many recipients'))
      const name = nameAt(address.address, domain)
      if (name === null) return done(says(550, 'No such address here'))
      options.knows(name).then(
        (known) => (known ? done() : done(says(550, 'No such address here'))),
        () => done(says(451, 'Try again later')),
      )
    },
    onData: (stream, session, done) => {
      const names = session.envelope.rcptTo.flatMap(({ address }) => nameAt(address, domain) ?? [])
      take(options, stream, [...new Set(names)]).then(
        () => done(),
        (error: Error & { responseCode?: number }) => {
          if (error.responseCode === undefined) log.warn({ err: error }, 'a mail for a workflow could not be taken')
          done(error.responseCode === undefined ? says(451, 'Try again later') : error)
        },
      )
    },
  })
  // Broken connections and nonsense are the sender's.
  server.on('error', (err) => log.warn({ err }, 'receiving mail'))
  const net = server.listen(port, host)
  await once(net, 'listening')
  return {
    port: (net.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function take(options: MailInOptions, stream: SMTPServerDataStream, names: readonly string[]): Promise<void> {
  let bytes = 0
  const kept: Buffer[] = []
  // It is read to its end, but no more is kept than is allowed.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= options.max_bytes) kept.push(chunk)
  }
  if (bytes > options.max_bytes) throw says(552, 'The message is too large')
  await options.receive(names, Buffer.concat(kept))
}
