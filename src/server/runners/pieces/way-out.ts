/**
 * The only way out of the process of a piece: it has no network, so every connection goes to a socket of the server, which says where it
 * wants to go, and the server decides. What does not come this way cannot connect at all: this makes HTTP clients work, it guards nothing.
 */
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import tls from 'node:tls'

interface Wanted {
  host?: string
  port?: number | string
  path?: string
  socket?: unknown
  servername?: string
}

type Listener = () => void

/** The forms that `connect` takes: options, a port with a host, or a path; each with a listener. */
function readArguments(given: readonly unknown[]): { wanted: Wanted; listener: Listener | undefined } {
  // Node's own modules hand their arguments on as one list.
  const flat = Array.isArray(given[0]) ? (given[0] as unknown[]) : given
  const [first, second] = flat
  const listener = flat.findLast((one) => typeof one === 'function') as Listener | undefined
  if (typeof first === 'object' && first !== null) return { wanted: first as Wanted, listener }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { wanted: { path: first }, listener }
  const more = flat.find((one, index) => index > 0 && typeof one === 'object' && one !== null) as Wanted | undefined
  return {
    wanted: {
      ...more,
      port: first as number | string,
      host: typeof second === 'string' ? second : (more?.host ?? 'localhost'),
    },
    listener,
  }
}

const refused = (message: string): NodeJS.ErrnoException => Object.assign(new Error(message), { code: 'EACCES' })

const open = new Set<net.Socket>()

/** Ends what is open, and waits until its clients have noticed. */
export async function closeConnections(): Promise<void> {
  for (const socket of open) socket.destroy()
  await new Promise((resolve) => setImmediate(resolve))
}

/** @param path of the socket of the server */
export function openWayOut(path: string): void {
  const connectToServer = net.Socket.prototype.connect
  const plainTls = tls.connect

  net.Socket.prototype.connect = function (this: net.Socket, ...given: unknown[]) {
    const { wanted, listener } = readArguments(given)
    if (wanted.path !== undefined && wanted.path !== null) {
      process.nextTick(() => this.destroy(refused('A piece can’t open a socket of this machine')))
      return this
    }
    if (listener) this.once('connect', listener)
    open.add(this)
    this.once('close', () => open.delete(this))
    connectToServer.call(this, path)
    this.write(`${JSON.stringify({ host: wanted.host ?? 'localhost', port: Number(wanted.port) })}\n`)
    return this
  } as typeof connectToServer

  // TLS makes its own socket of the system otherwise.
  tls.connect = ((...given: unknown[]) => {
    const { wanted, listener } = readArguments(given)
    if (wanted.socket !== undefined && wanted.socket !== null)
      return plainTls(wanted as tls.ConnectionOptions, listener)
    const socket = new net.Socket()
    socket.connect({ host: wanted.host ?? 'localhost', port: Number(wanted.port) })
    const name = wanted.servername ?? (net.isIP(wanted.host ?? '') > 0 ? '' : (wanted.host ?? 'localhost'))
    const { host: _, port: _port, path: _path, ...rest } = wanted
    const secured = plainTls(
      { ...rest, servername: name, host: wanted.host, socket } as tls.ConnectionOptions,
      listener,
    )
    socket.on('error', (error) => secured.destroy(error))
    return secured
  }) as typeof tls.connect

  // Clients that look names up first get an address that stands for none: the name is what counts above. It never leaves this process.
  const lookup = (name: string, options: unknown, done?: unknown) => {
    const callback = (typeof options === 'function' ? options : done) as (...answer: unknown[]) => void
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND', hostname: name })
    process.nextTick(() => callback(error))
  }
  dns.lookup = lookup as unknown as typeof dns.lookup
  syncBuiltinESMExports()
}
