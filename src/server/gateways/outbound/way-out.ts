/**
 * The way out of a process that has no network: a socket in its folder. Each connection says first where it wants to go; the server decides,
 * and connects to the address that was checked. What is said on it is between the process and the host.
 */
import { chmod, chown } from 'node:fs/promises'
import { connect, createServer, isIP, type Socket } from 'node:net'
import { NodeError } from '#nodes/node.ts'
import { isPublicAddress } from './addresses.ts'
import { reach } from './reach.ts'
import type { Resolve } from './target.ts'

/** `api.example.com` and `*.example.com` on the ports of the web, or with a port. */
export interface AllowedHosts {
  hosts: readonly string[]
  /** What a person entered for their account: any port, unless one is named. */
  entered: readonly string[]
}

export interface WayOutOptions {
  /** `host:port` that the operator allows although private. */
  allow: readonly string[]
  resolve?: Resolve
  /** Other places for hosts, such as `api.slack.com:443` → `127.0.0.1:8443`: for servers of the operator's own and for tests. */
  moves?: Readonly<Record<string, string>>
}

export interface WayOutOf {
  allowed(): AllowedHosts
  /** Why a connection was refused, in a sentence. */
  onRefused(why: string): void
  onConnect(host: string): void
}

export interface WayOut {
  close(): void
}

const MOST_CONNECTIONS = 64
/** Bytes of all connections together, in each direction. */
const MOST_BYTES = 200_000_000
const CONNECT_MS = 15_000
const IDLE_MS = 90_000
const MOST_HEAD = 1000
const WEB = [80, 443]

function fits(pattern: string, host: string, port: number, ports: readonly number[] | null): boolean {
  const [name = '', named] = pattern.split(':')
  if (named === undefined ? ports !== null && !ports.includes(port) : Number(named) !== port) return false
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name
}

export const isAllowedHost = ({ hosts, entered }: AllowedHosts, host: string, port: number): boolean =>
  hosts.some((one) => fits(one, host, port, WEB)) || entered.some((one) => fits(one, host, port, null))

interface Wanted {
  host: string
  port: number
}

function readWanted(line: string): Wanted | null {
  try {
    const { host, port } = JSON.parse(line) as Partial<Wanted>
    const isHost = typeof host === 'string' && /^[a-z0-9._:-]{1,253}$/i.test(host)
    return isHost && Number.isInteger(port) && (port as number) > 0 && (port as number) < 65_536
      ? { host: host.toLowerCase().replace(/\.$/, ''), port: port as number }
      : null
  } catch {
    return null
  }
}

const shownAs = ({ host, port }: Wanted): string => `${host}${WEB.includes(port) ? '' : `:${port}`}`

/** What one process has open. */
class OpenConnections {
  readonly #options: WayOutOptions
  readonly #allow: ReadonlySet<string>
  readonly #of: WayOutOf
  readonly #open = new Set<Socket>()
  #bytes = 0

  constructor(options: WayOutOptions, of: WayOutOf) {
    this.#options = options
    this.#allow = new Set(options.allow)
    this.#of = of
  }

  close(): void {
    for (const socket of this.#open) socket.destroy()
  }

  /** Reads where it wants to go, and decides. */
  take(inner: Socket): void {
    if (this.#open.size >= MOST_CONNECTIONS) {
      inner.destroy()
      return
    }
    this.#open.add(inner)
    inner.on('close', () => this.#open.delete(inner))
    inner.on('error', () => inner.destroy())
    inner.setTimeout(IDLE_MS, () => inner.destroy())
    let head = Buffer.alloc(0)
    const onData = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf(10)
      if (end < 0 && head.length > MOST_HEAD) inner.destroy()
      if (end < 0) return
      inner.off('data', onData)
      inner.pause()
      this.#decide(inner, head.toString('utf8', 0, Math.min(end, MOST_HEAD)), head.subarray(end + 1))
    }
    inner.on('data', onData)
  }

  #decide(inner: Socket, line: string, rest: Buffer): void {
    const wanted = readWanted(line)
    if (!wanted) {
      inner.destroy()
      return
    }
    const shown = shownAs(wanted)
    if (!isAllowedHost(this.#of.allowed(), wanted.host, wanted.port)) {
      const help = isIP(wanted.host) > 0 ? '' : ' An admin can add it.'
      this.#of.onRefused(`It wants to talk to ${shown}, which is not among its hosts.${help}`)
      inner.destroy()
      return
    }
    this.#connect(inner, wanted, rest).catch((error: unknown) => {
      this.#of.onRefused(`${shown}: ${error instanceof NodeError ? error.message : 'The connection failed'}.`)
      inner.destroy()
    })
  }

  async #target({ host, port }: Wanted): Promise<{ address: string; port: number; isPrivate: boolean }> {
    const moved = this.#options.moves?.[`${host}:${port}`]
    if (moved !== undefined) {
      const url = new URL(`http://${moved}`)
      return { address: url.hostname, port: Number(url.port || 80), isPrivate: true }
    }
    const { address } = await reach(host, port, this.#allow, this.#options.resolve)
    return { address, port, isPrivate: this.#allow.has(`${host}:${port}`) }
  }

  async #connect(inner: Socket, wanted: Wanted, rest: Buffer): Promise<void> {
    const { address, port, isPrivate } = await this.#target(wanted)
    if (inner.destroyed) return
    const outer = connect({ host: address, port, timeout: CONNECT_MS })
    this.#open.add(outer)
    outer.on('close', () => this.#open.delete(outer))
    outer.on('error', () => inner.destroy())
    outer.on('timeout', () => outer.destroy())
    outer.once('connect', () => {
      // The last look: where did the connection really go?
      if (!isPrivate && !isPublicAddress(outer.remoteAddress ?? '')) outer.destroy()
      else this.#join(inner, outer, rest)
    })
    outer.on('close', () => inner.destroy())
    inner.on('close', () => outer.destroy())
    // It may have closed before these were there.
    if (inner.destroyed) outer.destroy()
    outer.once('connect', () => this.#of.onConnect(wanted.host))
  }

  #join(inner: Socket, outer: Socket, rest: Buffer): void {
    outer.setTimeout(IDLE_MS)
    const count = (chunk: Buffer) => {
      this.#bytes += chunk.length
      if (this.#bytes <= MOST_BYTES) return
      this.#of.onRefused(`It sent and received more than ${MOST_BYTES / 1_000_000} MB.`)
      this.close()
    }
    inner.on('data', count)
    outer.on('data', count)
    if (rest.length > 0) outer.write(rest)
    inner.pipe(outer)
    outer.pipe(inner)
  }
}

/**
 * @param path of a socket that is made here
 * @param uid whose process may connect; null: the server's own
 */
export async function openWayOut(
  path: string,
  uid: number | null,
  options: WayOutOptions,
  of: WayOutOf,
): Promise<WayOut> {
  const connections = new OpenConnections(options, of)
  const server = createServer((inner) => connections.take(inner))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  if (uid === null) await chmod(path, 0o600)
  else await chown(path, uid, uid)
  server.unref()
  return {
    close() {
      server.close()
      connections.close()
    },
  }
}
