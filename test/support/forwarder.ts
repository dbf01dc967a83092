/** An address that leads to one server after another, as a load balancer or a virtual IP does: connections end when it changes. */

import type { AddressInfo } from 'node:net'
import net from 'node:net'

export interface Forwarder {
  port: number
  /** Cuts every connection, and passes new ones on to this port; null refuses them. */
  lead(port: number | null): void
  close(): Promise<void>
}

export async function openForwarder(to: number): Promise<Forwarder> {
  let target: number | null = to
  const open = new Set<net.Socket>()
  const server = net.createServer((client) => {
    if (target === null) return void client.destroy()
    const other = net.connect(target, '127.0.0.1')
    for (const [one, peer] of [
      [client, other],
      [other, client],
    ] as const) {
      open.add(one)
      one.setNoDelay(true)
      one.on('error', () => {})
      one.once('close', () => {
        open.delete(one)
        peer.destroy()
      })
      one.pipe(peer)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    lead(port) {
      target = port
      cut()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}
