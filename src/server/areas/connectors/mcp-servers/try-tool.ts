/** Trying a tool by hand: the same limit, log and checks as a step. */

import { INTEGRATIONS } from '#contract/connectors/integration-values.ts'
import type { McpServerId, McpTrial } from '#contract/connectors/mcp-servers.ts'
import { AppError } from '#contract/core/errors.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { checkInput } from '#server/areas/connectors/catalogue/check-input.ts'
import type { Asked, ElicitationAnswer } from '#server/gateways/mcp/elicitation.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { completeInput } from '#shared/action-input.ts'
import { callMcpTool } from './call-tool.ts'
import { connectorIdOf } from './mcp-connectors.ts'
import * as store from './mcp-servers.store.ts'
import { findServer } from './mcp-servers.ts'
import type { McpParts, Own } from './mcp-sign-in.ts'
import { effectOf } from './mcp-tools.ts'

interface ToolTrial {
  id: McpServerId
  tool: string
  input: JsonObject
  answers: readonly ElicitationAnswer[]
}

const askedIn = (error: unknown): Asked[] => (error as { asked?: Asked[] }).asked ?? []

/** What the server refuses is told in the result. @throws not_found (also for a foreign one), too_many_requests */
export async function tryTool(
  parts: McpParts,
  { on: owner }: Own,
  { id, tool, input, answers }: ToolTrial,
  signal: AbortSignal,
): Promise<McpTrial> {
  const { db } = parts
  const row = await findServer(db, owner, id)
  const [found] = await store.findTools(db, id, tool)
  if (!found) throw new AppError('not_found')
  await enforceRateLimit(db, [rateLimitFor('app-action', { key: owner, shared: false }, INTEGRATIONS.calls_an_hour)])
  const started = performance.now()
  const end = async (error: NodeError | null, output: Json, asked: readonly Asked[]): Promise<McpTrial> => {
    const took_ms = Math.round(performance.now() - started)
    await parts.note({
      owner_id: owner,
      connector: connectorIdOf(id),
      action: tool,
      effect: effectOf(found.definition, row.trust_read_only),
      credential_id: row.credential_id,
      execution_id: null,
      host: row.url === null ? null : new URL(row.url).host,
      error: error?.code ?? null,
      requests: 1,
      took_ms,
    })
    const { code = '', message = '', field = null, retryable = false } = error ?? {}
    return {
      status: error ? 'failed' : 'succeeded',
      output,
      error: error && { code, message, field, retryable },
      took_ms,
      asked: asked.map((one) => ({ ...one })),
    }
  }
  try {
    const whole = completeInput(found.definition.input, input)
    await checkInput(found.definition.input, whole)
    const { output, asked } = await callMcpTool(parts, { server: id, tool, input: whole, owner, signal, answers })
    return await end(null, output as unknown as Json, asked)
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    return end(error, null, askedIn(error))
  }
}
