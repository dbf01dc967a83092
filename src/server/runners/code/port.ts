/** People's JavaScript, run in a process of the `code` pool. */
import type { Json } from '#contract/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { CodePort } from '#nodes/ports.ts'
import type { Pool } from '#server/runners/pool.ts'

const MAX_SOURCE = 200_000
const MAX_BINDINGS_BYTES = 20_000_000
/** Time for what is not the person's code: context, copying, writing. */
const GRACE_MS = 400
/** What a process needs for itself; an isolate may pass its limit by a multiple before it notices. */
const OWN_MB = 220

const within = (value: number, low: number, high: number): number =>
  Number.isFinite(value) ? Math.min(high, Math.max(low, Math.round(value))) : low

export const createCodePort =
  (pool: Pool): CodePort =>
  async (source, bindings, limits, signal) => {
    if (source.length > MAX_SOURCE)
      throw new NodeError('code_error', `The code is longer than ${MAX_SOURCE} characters`)
    const blob = Buffer.from(JSON.stringify(bindings))
    if (blob.length > MAX_BINDINGS_BYTES)
      throw new NodeError('code_error', `The input is larger than ${MAX_BINDINGS_BYTES / 1_000_000} MB`)
    const timeout_ms = within(limits.timeout_ms, 1, 60_000)
    const memory_mb = within(limits.memory_mb, 8, 512)
    const reply = await pool.run({
      header: { source, timeout_ms, memory_mb },
      blob,
      deadlineMs: timeout_ms + GRACE_MS,
      maxResidentMb: OWN_MB + 2 * memory_mb,
      signal,
    })
    const { logs } = reply.header as { logs: string[] }
    return { output: parsed(reply.blob), logs }
  }

const parsed = (json: Buffer): Json => {
  try {
    return JSON.parse(json.toString('utf8'))
  } catch {
    throw new NodeError('code_error', 'The code spoiled its own answer')
  }
}
