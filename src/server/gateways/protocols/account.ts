/** An account at a server that is not spoken to over HTTP: where it is, who signs in, and a connection to an address that was checked. */
import { isIP, Socket } from 'node:net'
import { NodeError } from '#nodes/node.ts'
import { type Reached, reach } from '#server/gateways/outbound/reach.ts'
import type { Resolve } from '#server/gateways/outbound/target.ts'
import { type Secret, wrongType } from '#server/gateways/vault/vault.ts'

/** For connecting and signing in. */
export const CONNECT_MS = 10_000
/** For one action, connecting included. */
export const ACTION_MS = 60_000
/** Characters of an answer as JSON. */
export const MOST_CHARACTERS = 5_000_000
/** Bytes that a server may send in one action. */
export const MOST_READ = 20_000_000
/** Bytes of a file, as everywhere. */
export const MOST_FILE = 25_000_000

/** `verify` checks the certificate against the host's name; `unverified` encrypts only; `off` sends everything in the open. */
export type Tls = 'verify' | 'unverified' | 'off'

export interface Account {
  name: string
  host: string
  port: number
  tls: Tls
  /** What its owner entered, secret or not; empty where nothing was. */
  entered(name: string): string
  secrets: readonly string[]
}

/** @throws NodeError `credential_type` for an account of another app */
export function readAccount(secret: Secret, connector: string): Account {
  if (secret.type !== 'app_account' || secret.fields.connector !== connector) throw wrongType(secret.name, 'this app')
  const entered = (name: string) => secret.fields[`field.${name}`] ?? secret.fields[`shown.${name}`] ?? ''
  const tls = entered('tls')
  return {
    name: secret.name,
    host: entered('host'),
    port: Number(entered('port')),
    tls: tls === 'off' || tls === 'unverified' ? tls : 'verify',
    entered,
    secrets: Object.entries(secret.fields).flatMap(([name, value]) =>
      name.startsWith('field.') && value !== '' ? [value] : [],
    ),
  }
}

/** What a protocol needs to act: the account, where to connect, and when to stop. */
export interface Line {
  account: Account
  /** The address of the account's own host. */
  reached: Reached
  /** Checks another host of the same service. @throws NodeError `url_refused` */
  reach(host: string, port: number): Promise<Reached>
  signal: AbortSignal
}

/** @throws NodeError `url_refused` for what is not on the public internet and not allowed by the operator, `app_unavailable` */
export async function openLine(
  account: Account,
  allow: ReadonlySet<string>,
  signal: AbortSignal,
  resolve?: Resolve,
): Promise<Line> {
  const check = (host: string, port: number) => reach(host, port, allow, resolve)
  const reached = await check(account.host, account.port)
  signal.throwIfAborted()
  return { account, reached, reach: check, signal }
}

/** What TLS checks and names; an address is checked as the host that is connected to, and never named (RFC 6066). */
export const tlsNameOf = ({ servername }: Reached): { servername?: string } => (isIP(servername) ? {} : { servername })

/** A socket that connects to the checked address and ends with the signal, or once the server has sent too much. */
export function openSocket({ reached, signal }: Pick<Line, 'reached' | 'signal'>, most = MOST_READ): Socket {
  const socket = new Socket()
  socket.setNoDelay(true)
  const watch = setInterval(() => {
    if (socket.bytesRead > most) socket.destroy(new Error('The server sent more than is allowed'))
  }, 50).unref()
  const cut = () => void socket.destroy()
  signal.addEventListener('abort', cut, { once: true })
  socket.once('close', () => {
    clearInterval(watch)
    signal.removeEventListener('abort', cut)
  })
  socket.setTimeout(CONNECT_MS, () => {
    if (socket.connecting) socket.destroy(new Error('The server did not answer in time'))
  })
  socket.connect({ host: reached.address, port: reached.port })
  return socket
}

/** @throws NodeError `app_answer_too_large` */
export function checkSize<T>(answer: T): T {
  if (JSON.stringify(answer).length > MOST_CHARACTERS)
    throw new NodeError('app_answer_too_large', 'The answer is larger than 5 MB; ask for less')
  return answer
}

/** The server understood and said no: asking again changes nothing. */
export class Refusal extends Error {}
