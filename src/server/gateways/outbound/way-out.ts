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

/** @param path of a socket that is made here @param uid whose process may connect; null: the server's own */
export async function openWayOut(
  path: string,
  uid: number | null,
  { allow, resolve, moves = {} }: WayOutOptions,
  of: WayOutOf,
): Promise<WayOut> {
  const allowSet = new Set(allow)
  const open = new Set<Socket>()
  let bytes = 0

  const target = async ({ host, port }: Wanted) => {
    const moved = moves[`${host}:${port}`]
    if (moved !== undefined) {
      const url = new URL(`http://${moved}`)
      return { address: url.hostname, port: Number(url.port), isPrivate: true }
    }
    const { address } = await reach(host, port, allowSet, resolve)
    return { address, port, isPrivate: allowSet.has(`${host}:${port}`) }
  }

  const join = (inner: Socket, outer: Socket, rest: Buffer) => {
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MOST_BYTES) {
        of.onRefused(`It sent and received more than ${MOST_BYTES / 1_000_000} MB.`)
        for (const socket of open) socket.destroy()
      }
    }
    inner.on('data', count)
    outer.on('data', count)
    if (rest.length > 0) outer.write(rest)
    inner.pipe(outer)
    outer.pipe(inner)
    outer.on('close', () => inner.destroy())
    inner.on('close', () => outer.destroy())
    inner.resume()
  }

  const connectTo = async (inner: Socket, wanted: Wanted, rest: Buffer) => {
    const { address, port, isPrivate } = await target(wanted)
    if (inner.destroyed) return
    const outer = connect({ host: address, port, timeout: CONNECT_MS })
    open.add(outer)
    outer.on('close', () => open.delete(outer))
    outer.on('error', () => inner.destroy())
    outer.on('timeout', () => outer.destroy())
    outer.once('connect', () => {
      // The last look: where did the connection really go?
      if (!isPrivate && !isPublicAddress(outer.remoteAddress ?? '')) return outer.destroy()
      outer.setTimeout(IDLE_MS)
      of.onConnect(wanted.host)
      join(inner, outer, rest)
    })
  }

  const decide = (inner: Socket, line: string, rest: Buffer) => {
    const wanted = readWanted(line)
    if (!wanted) return inner.destroy()
    const { host, port } = wanted
    const shown = `${host}${WEB.includes(port) ? '' : `:${port}`}`
    if (!isAllowedHost(of.allowed(), host, port)) {
      of.onRefused(
        isIP(host) > 0
          ? `It wants to talk to the address ${shown}, which is not among its hosts.`
          : `It wants to talk to ${shown}, which is not among its hosts. An admin can add it on the page of the plugin.`,
      )
      return inner.destroy()
    }
    connectTo(inner, wanted, rest).catch((error: unknown) => {
      of.onRefused(`${shown}: ${error instanceof NodeError ? error.message : 'The connection failed'}.`)
      inner.destroy()
    })
    return inner
  }

  const server = createServer((inner) => {
    if (open.size >= MOST_CONNECTIONS) return inner.destroy()
    open.add(inner)
    inner.on('close', () => open.delete(inner))
    inner.on('error', () => inner.destroy())
    inner.setTimeout(IDLE_MS, () => inner.destroy())
    let head = Buffer.alloc(0)
    const onData = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf(10)
      if (end < 0) {
        if (head.length > MOST_HEAD) inner.destroy()
        return
      }
      inner.off('data', onData)
      inner.pause()
      decide(inner, head.toString('utf8', 0, Math.min(end, MOST_HEAD)), head.subarray(end + 1))
    }
    inner.on('data', onData)
    return inner
  })
  await new Promise<void>((resolve_, reject) => {
    server.once('error', reject)
    server.listen(path, resolve_)
  })
  if (uid === null) await chmod(path, 0o600)
  else await chown(path, uid, uid)
  server.unref()
  return {
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
