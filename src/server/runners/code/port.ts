/** People's JavaScript, run in a process of the `code` pool. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { RunCode } from '#nodes/runner-ports.ts'
import { PROCESSES } from '#server/runners/policies.ts'
import type { Pool } from '#server/runners/pool.ts'

const MAX_SOURCE = 200_000
const MAX_BINDINGS_BYTES = 20_000_000

const within = (value: number, low: number, high: number): number =>
  Number.isFinite(value) ? Math.min(high, Math.max(low, Math.round(value))) : low

export const createCodePort =
  (pool: Pool): RunCode =>
  async (source, bindings, limits, work) => {
    if (source.length > MAX_SOURCE)
      throw new NodeError('code_error', `The code is longer than ${MAX_SOURCE} characters`)
    const timeout_ms = within(limits.timeout_ms, 1, 60_000)
    const memory_mb = within(limits.memory_mb, 8, 512)
    const reply = await pool.run({
      // Whose isolate it is: that of the one whose data the code sees.
      header: { source, timeout_ms, memory_mb, tenant: work.owner, workflow: work.step?.workflow_version ?? '' },
      content: () => written(bindings),
      deadlineMs: PROCESSES.code.deadlineMs + timeout_ms,
      maxResidentMb: PROCESSES.code.maxResidentMb + 2 * memory_mb,
      for: work,
    })
    const { logs } = reply.header as { logs: string[] }
    return { output: parsed(reply.blob), logs }
  }

/** @throws NodeError `code_error` */
function written(bindings: JsonObject): Buffer {
  const bytes = Buffer.from(JSON.stringify(shared(bindings)))
  if (bytes.length > MAX_BINDINGS_BYTES)
    throw new NodeError('code_error', `The input is larger than ${MAX_BINDINGS_BYTES / 1_000_000} MB`)
  return bytes
}

/** A list bound under two names (`input` and `items`) crosses once. */
const shared = (bindings: JsonObject): [JsonObject, [string, string][]] => {
  const first = new Map<Json, string>()
  const own: [string, Json][] = []
  const same: [string, string][] = []
  for (const [name, value] of Object.entries(bindings)) {
    const known = typeof value === 'object' && value !== null ? first.get(value) : undefined
    if (known !== undefined) same.push([name, known])
    else {
      first.set(value, name)
      own.push([name, value])
    }
  }
  return [Object.fromEntries(own), same]
}

const parsed = (json: Buffer): Json => {
  try {
    return JSON.parse(json.toString('utf8'))
  } catch {
    throw new NodeError('code_error', 'The code spoiled its own answer')
  }
}
