/** The outside world of a trial: takes an effect per key once, however often it is asked, and remembers what came when. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Sink {
  url: string
  /** Every key that was made, with how often it was asked for and when first. */
  made: Map<string, { asked: number; at: number }>
  /** When anything came for an execution, in order. */
  arrivals: Map<string, number[]>
  close(): Promise<void>
}

/** @param latency_ms how long an effect takes; it is made before the answer */
export async function openSink(latency_ms: number): Promise<Sink> {
  const made: Sink['made'] = new Map()
  const arrivals: Sink['arrivals'] = new Map()
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key'])
    const known = made.get(key)
    if (known) known.asked++
    else made.set(key, { asked: 1, at: Date.now() })
    const execution = key.slice(0, key.indexOf(':'))
    const times = arrivals.get(execution)
    if (times) times.push(Date.now())
    else arrivals.set(execution, [Date.now()])
    request.resume()
    setTimeout(() => response.end('{}'), latency_ms)
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    made,
    arrivals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
