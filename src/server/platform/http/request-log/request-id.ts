/** The id under which a request is found again: in its answer, in the log, and on the page that shows an error. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type TrustedProxies, trustOf } from '#server/platform/http/trust-proxy.ts'

/** What proxies make: letters, digits and a few signs, so that nothing in it needs quoting in a header, a log or a page. */
const WELL_FORMED = /^[A-Za-z0-9][\w.:-]{7,99}$/

/** Takes over the id of a trusted proxy if it is well-formed, and makes one otherwise: anyone else could give many requests the same id. */
export function createRequestIds(proxies: TrustedProxies): (request: IncomingMessage) => string {
  const trust = trustOf(proxies)
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (trust === false || typeof given !== 'string' || !WELL_FORMED.test(given)) return randomUUID()
    return trust(socket.remoteAddress ?? '', 0) ? given : randomUUID()
  }
}
