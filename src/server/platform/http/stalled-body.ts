/** Whether the sender of a body sends on: who stops half-way would hold a place of those that are taken in at a time. */
import type { IncomingMessage } from 'node:http'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'

const LOOKS = 3

/**
 * Calls `onStalled` once when nothing has come for `body_stalled_ms` although the server would take more.
 * @returns ends the watch; it ends itself with the request
 */
export function watchBody(raw: IncomingMessage, onStalled: () => void): () => void {
  let seen = raw.socket.bytesRead
  let quiet = 0
  const timer = setInterval(() => {
    if (raw.complete || raw.readableEnded || raw.destroyed) return end()
    const { bytesRead } = raw.socket
    // What waits in the buffer came in time: we are the slow ones.
    quiet = bytesRead === seen && raw.readableLength === 0 ? quiet + 1 : 0
    seen = bytesRead
    if (quiet < LOOKS) return
    end()
    onStalled()
  }, SERVER_LIMITS.body_stalled_ms / LOOKS).unref()
  const end = () => clearInterval(timer)
  return end
}
