/**
 * Services and custom agents for agents of others, by the Agent2Agent protocol 1.0 (JSON-RPC): a card that says what an agent does, and an
 * address that takes messages. A task is a run, under the rules of `workflows/execute`.
 */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Json, JsonObject } from '#contract/core/primitives.ts'
import { RUN_REFUSALS } from '#contract/runs/run-details.ts'
import { OPENAI } from './openai-values.ts'

const params = z.object({ model: z.string().min(1).max(100) })
const id = z.union([z.string().max(200), z.number(), z.null()])
const text = z.string().max(1_000_000)

export const A2aRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: id.optional(),
  method: z.string().min(1).max(100),
  params: JsonObject.optional(),
})

const Part = z.object({
  text: text.optional(),
  /** Bytes in base64. */
  raw: text.optional(),
  url: text.optional(),
  data: Json.optional(),
  filename: z.string().max(255).optional(),
  mediaType: z.string().max(255).optional(),
})

/** What messages are sent with. Fields that are not named here change nothing. */
export const A2aSend = z.object({
  message: z.object({
    messageId: z.string().max(200).optional(),
    contextId: z.string().max(200).optional(),
    taskId: z.string().max(200).optional(),
    role: z.enum(['ROLE_USER', 'user']),
    parts: z.array(Part).min(1).max(OPENAI.parts),
    referenceTaskIds: z.array(z.string().max(200)).max(100).optional(),
  }),
  configuration: z.object({ returnImmediately: z.boolean().optional() }).optional(),
})

/** Which tasks are listed. Fields that are left out, or empty, leave none out. */
export const A2aList = z.object({
  contextId: z.string().max(200).optional(),
  status: z.string().max(60).optional(),
  pageSize: z.number().int().min(1).max(100).default(50),
  pageToken: z.string().max(40).optional(),
  includeArtifacts: z.boolean().default(false),
  statusTimestampAfter: z.string().max(60).nullish(),
})

export const A2aTaskOf = z.object({ id: z.string().min(1).max(200) })

export type A2aRequest = z.output<typeof A2aRequest>
export type A2aList = z.output<typeof A2aList>
export type A2aSend = z.output<typeof A2aSend>
export type A2aPart = z.output<typeof Part>

export const a2aEndpoints = {
  getAgentCard: endpoint({
    method: 'GET',
    path: '/a2a/{model}/.well-known/agent-card.json',
    access: signedIn,
    answers: 'bare',
    params,
    returns: JsonObject,
    errors: ['not_found'],
  }),
  callAgent: endpoint({
    method: 'POST',
    path: '/a2a/{model}',
    access: signedIn,
    answers: 'bare',
    timeout: OPENAI.timeout_ms,
    params,
    body: A2aRequest,
    returns: z.object({ jsonrpc: z.literal('2.0'), id, result: Json }),
    errors: ['not_found', 'not_runnable', 'unsupported_parameter', 'illegal_transition', ...RUN_REFUSALS],
  }),
}
