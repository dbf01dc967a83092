/** The header `Idempotency-Key` of a request, and the answer that is given again. */
import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { fieldError } from '#contract/core/errors.ts'
import { IDEMPOTENCY_KEY, takesIdempotencyKey } from '#contract/core/idempotency.ts'
import { writeWhole } from '#contract/core/json-text.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { Idempotency } from '#server/platform/idempotency/idempotency.ts'
import { checkAnswer } from './check-answer.ts'
import type { FastifyContext } from './context.ts'
import { success } from './envelope.ts'
import type { RequestContext, Tool } from './handlers.ts'

type Asking = Pick<RequestContext, 'caller' | 'run_token'>

/**
 * Callers without an account are told apart by their network alone, where two may choose the same key: one of them would get the answer of
 * the other, with the token of their run.
 * @throws AppError invalid_input
 * @returns null when the request has none
 */
function keyIn({ headers }: FastifyRequest, { caller, run_token }: Asking): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))
    throw fieldError('Idempotency-Key', 'Idempotency-Key must be 1 to 255 visible ASCII characters')
  if (caller.type === 'visitor' && run_token === null)
    throw fieldError('Idempotency-Key', 'Without an account, Idempotency-Key needs the token of a run in X-Run-Token')
  return key
}

/** @throws AppError invalid_input @returns null when the request has none, or cannot be repeated by it */
export const idempotencyKeyOf = (
  request: FastifyRequest,
  definition: EndpointDefinition,
  asking: Asking,
): string | null => (takesIdempotencyKey(definition) ? keyIn(request, asking) : null)

/** The run that an answer tells of; a widget calls it `run`. */
function runIn(answer: unknown): string | null {
  const { execution_id, run } = (answer ?? {}) as { execution_id?: unknown; run?: unknown }
  const id = execution_id ?? run
  return typeof id === 'string' ? id : null
}

/** Within one caller, and in a workspace within one member; the runs of visitors are told apart by their tokens as well. */
export const scopeOf = ({ caller, run_token }: Pick<RequestContext, 'caller' | 'run_token'>): string =>
  caller.type === 'user'
    ? ['user', caller.id, ...(caller.workspace ? [caller.workspace.person_id] : [])].join(' ')
    : `visitor ${caller.key} ${run_token ?? ''}`

interface Repeatable {
  request: FastifyRequest
  context: FastifyContext
  name: string
  definition: EndpointDefinition
  key: string
}

/** Answers with what `handle` returns, or with what it returned to the first request with this key. */
export async function answerOnce(
  idempotency: Idempotency,
  { request, context, name, definition, key }: Repeatable,
  handle: () => unknown,
): Promise<{ status: number; body: string; replayed: boolean }> {
  const isUpload = definition.consumes === 'multipart'
  const about = `${request.method} ${request.url}\n`
  const uploaded = () => createHash('sha256').update(about).update(context.uploadDigest()).digest()
  return idempotency.once(
    {
      scope: scopeOf(context),
      key,
      fingerprint: isUpload
        ? null
        : createHash('sha256')
            .update(about)
            .update(JSON.stringify(request.body ?? null))
            .digest(),
      readFingerprint: uploaded,
      fingerprintOfRepeat: async () => {
        const { stream } = await context.upload()
        for await (const _ of stream);
        return uploaded()
      },
    },
    async () => {
      const status = definition.success ?? 200
      const answer = checkAnswer(name, definition, await handle())
      return { status, body: await writeWhole(success(answer, status), randomUUID()), execution_id: runIn(answer) }
    },
  )
}

/** Begins the work of an answer, or returns what began with the first request with the same Idempotency-Key. */
export async function beginOnce<Begun>(
  idempotency: Idempotency,
  { request, context, key }: Pick<Repeatable, 'request' | 'context' | 'key'>,
  begin: () => Promise<Begun>,
): Promise<{ begun: Begun; replayed: boolean }> {
  const asked = `${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`
  const fingerprint = createHash('sha256').update(asked).digest()
  const { body, replayed } = await idempotency.once(
    {
      scope: scopeOf(context),
      key,
      fingerprint,
      readFingerprint: () => fingerprint,
      fingerprintOfRepeat: async () => fingerprint,
    },
    async () => {
      const begun = await begin()
      return { status: 200, body: JSON.stringify(begun), execution_id: runIn(begun) }
    },
  )
  return { begun: JSON.parse(body) as Begun, replayed }
}

interface RepeatableCall {
  request: FastifyRequest
  context: RequestContext
  tool: Tool
  args: JsonObject
}

/** Calls a tool, or returns what it returned to the first request with the same Idempotency-Key. */
export async function callOnce<Result>(
  idempotency: Idempotency,
  { request, context, tool, args }: RepeatableCall,
  call: () => Promise<Result>,
): Promise<Result> {
  const key = tool.reads_only ? null : keyIn(request, context)
  if (key === null) return call()
  const asked = JSON.stringify([request.url, tool.name, args])
  const fingerprint = createHash('sha256').update(asked).digest()
  const { body } = await idempotency.once(
    {
      scope: `tool ${scopeOf(context)}`,
      key,
      fingerprint,
      readFingerprint: () => fingerprint,
      fingerprintOfRepeat: async () => fingerprint,
    },
    async () => {
      const result = await call()
      const { structuredContent } = result as { structuredContent?: unknown }
      return { status: 200, body: JSON.stringify(result), execution_id: runIn(structuredContent) }
    },
  )
  return JSON.parse(body) as Result
}

export function sendOnce(reply: FastifyReply, answer: { status: number; body: string; replayed: boolean }): string {
  reply
    .code(answer.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
  if (answer.replayed) reply.header('idempotent-replayed', 'true')
  return answer.body
}
