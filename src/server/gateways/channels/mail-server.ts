/** A server of mail that an owner named: where it is, who signs in, and what its errors mean. */
import { isIP } from 'node:net'
import { NodeError } from '#nodes/node.ts'
import { type Reached, reach } from '#server/gateways/outbound/reach.ts'
import { ChannelApiError } from './channel-api.ts'

export interface MailServer {
  host: string
  port: number
  user: string
  password: string
}

/** For connecting, and for each answer of a server. */
export const SILENCE_MS = 15_000

/** Passwords cross only a connection that is encrypted, unless the server is this very machine. */
export const isThisMachine = (host: string): boolean => /^(?:localhost|127\.[\d.]+|::1)$/.test(host)

/** What TLS checks and names; an address is never named (RFC 6066). */
export const tlsNameOf = (host: string): { servername?: string } => (isIP(host) === 0 ? { servername: host } : {})

/** @throws ChannelApiError for what is not on the public internet and not allowed by the operator, or an unknown name */
export async function reachMailServer(
  { host, port }: MailServer,
  allow: ReadonlySet<string>,
  field: 'imap_host' | 'smtp_host',
): Promise<Reached> {
  try {
    return await reach(host, port, allow)
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    throw new ChannelApiError(error.message, error.code !== 'url_refused', field)
  }
}
